/** What the standing of a player and the reasons of a rejection are called. */

/**
 * `button` is what the player can do next; null when there is nothing to do.
 * @type {Record<string, {chip: string, tone: string, title: string, words: string, button: string | null}>}
 */
const STANDINGS = {
  none: {
    ...{ chip: 'Not verified', tone: '', title: 'You have not been verified yet' },
    words: 'It takes about five minutes: your details, a document and a photo of you.',
    button: 'Verify your identity',
  },
  started: {
    ...{ chip: 'In progress', tone: 'wait', title: 'Your verification is not finished' },
    words: 'What you filled in is kept. Go on where you left off.',
    button: 'Go on',
  },
  reviewing: {
    ...{ chip: 'Being reviewed', tone: 'wait', title: 'We have everything we need' },
    words: 'A reviewer looks at it next. You can close this page: the answer will stand here.',
    button: null,
  },
  verified: {
    ...{ chip: 'Verified', tone: 'good', title: 'You are verified' },
    words: 'There is nothing for you to do.',
    button: null,
  },
  asked: {
    ...{ chip: 'Verified', tone: 'good', title: 'Please verify yourself once more' },
    words: 'You are verified, and stay so meanwhile. We would like to have your details checked again.',
    button: 'Verify your identity',
  },
  again: {
    ...{ chip: 'Turned down', tone: 'bad', title: 'It could not be confirmed yet' },
    words: 'You can try again. What has to be different:',
    button: 'Try again',
  },
  refused: {
    ...{ chip: 'Turned down', tone: 'bad', title: 'We cannot verify you' },
    words: 'This decision is final. If you think that it is wrong, please write to our support.',
    button: null,
  },
}

/** A standing of a newer casino says what it is. @param {string} standing */
export function standingWords(standing) {
  return STANDINGS[standing] ?? { chip: standing, tone: '', title: standing, words: '', button: null }
}

/** What a player can do about a reason. Of final ones a player is told nothing more. @type {Record<string, string>} */
const TO_MEND = {
  DOCUMENT_UNREADABLE:
    'The photo of your document could not be read. Take it in good light, with all four corners in it.',
  DOCUMENT_EXPIRED: 'Your document has expired. Use one that is still valid.',
  DOCUMENT_TYPE_UNSUPPORTED:
    'This sort of document cannot be used. Use a passport, an identity card, a driving licence or a residence permit.',
  SELFIE_MISMATCH:
    'The photo of you could not be matched with your document. Take it facing the camera, without glasses or a hat.',
  DATA_MISMATCH: 'What you wrote differs from your document. Write it exactly as it stands there.',
  ADDRESS_PROOF_MISSING: 'Your address could not be confirmed. Use the address that your document or your bills show.',
  INCOMPLETE: 'Something was missing. Fill in every step.',
}

/** @param {readonly string[]} reasons */
export function reasonsToMend(reasons) {
  return reasons.map((reason) => TO_MEND[reason] ?? 'Something about it could not be confirmed.')
}

/** A tone is one of a chip's. @type {Record<string, {word: string, tone: string}>} */
const STATUSES = {
  PENDING: { word: 'Pending', tone: 'wait' },
  SUBMITTED: { word: 'Submitted', tone: 'wait' },
  CONFIRMED: { word: 'Confirmed', tone: 'good' },
  REJECTED: { word: 'Rejected', tone: 'bad' },
}

/** @param {string} status */
export function kycStatusOf(status) {
  return STATUSES[status] ?? { word: status, tone: '' }
}
