import { read } from './api.js'
import { facts, headerBlock, openDetail, textBlock } from './detail.js'
import { clock, element, pretty, verdict } from './dom.js'
import { notice } from './notice.js'
import { personalNote, personalQuery } from './personal.js'
import { visibleLineFeeds } from './signing.js'
import { eventWords } from './upgrade-words.js'

/** One delivery that arrived, looked at closely: what it says, what each signature is worth, and everything that came. */

const REASONS = {
  ok: 'fits',
  MISSING_HEADERS: 'cannot be checked: a header of it is missing',
  TIMESTAMP_SKEW: 'is too old or too new: the timestamp is more than 300 s from this casino\u2019s clock',
  INVALID_SIGNATURE: 'does not fit this secret, path and body',
  NO_SECRET: 'cannot be checked: this casino was given no webhook secret',
  NOT_READ: 'was not checked: the body is larger than 256 kB',
}
const VERDICT_WORDS = {
  first: 'The key is new, so the casino took the event.',
  duplicate: 'The key was taken before, so nothing was done again.',
  refused: 'The casino does not believe it, and took nothing.',
  dropped: 'A rule of the receiver stood in the way, and nothing was taken. Coffer tries again.',
}

/** @param {number} arrivalId @param {boolean} [shows] What is personal too. */
export async function openArrival(arrivalId, shows = false) {
  try {
    const { arrival } = await read('webhooks/arrival', { arrivalId: String(arrivalId), ...personalQuery(shows) })
    openDetail(arrival.type ?? 'Not an event', contentOf(arrival))
  } catch (problem) {
    notice(problem)
  }
}

/** @param {import('./api.js').SiteAnswers['GET webhooks/arrival']['arrival']} arrival */
function contentOf(arrival) {
  const story = element('p', 'story', VERDICT_WORDS[/** @type {keyof typeof VERDICT_WORDS} */ (arrival.verdict)])
  return [
    story,
    ...toldOf(arrival.body),
    element(
      'ul',
      'verdicts',
      check('Standard Webhooks signature', arrival.standard),
      check('X-Signature', arrival.envelope),
    ),
    facts([
      ['Arrived', clock(arrival.arrivedAt)],
      ['Answer', answerOf(arrival)],
      ['Player', arrival.player],
      ['Key', code(arrival.idempotencyKey)],
      ['Delivery', code(arrival.deliveryId)],
    ]),
    ...personalNote(arrival.personal, (shows) => openArrival(arrival.arrivalId, shows)),
    textBlock('Event', pretty(arrival.body)),
    headerBlock('Headers', arrival.headers),
    textBlock('Raw body', arrival.body, { note: rawNote(arrival.personal) }),
    ...canonicalOf(arrival.canonical),
  ]
}

/** @param {string} personal */
function rawNote(personal) {
  if (personal === 'masked') return 'Both signatures are over the bytes that came, in which nothing is hidden.'
  return 'Both signatures are over these bytes, before anything parses them.'
}

/** What the event says, where that can be said in a sentence. @param {string} body */
function toldOf(body) {
  const words = eventWords(body)
  return words === null ? [] : [element('p', 'story', words)]
}

/** @param {string} name @param {string} result */
function check(name, result) {
  const words = REASONS[/** @type {keyof typeof REASONS} */ (result)] ?? `is not accepted: ${result}`
  return verdict(result === 'ok', element('strong', '', name), ` ${words}.`)
}

/** @param {{status: number | null, endedAt: string | null, fault: string | null}} arrival */
function answerOf({ status, endedAt, fault }) {
  const why = fault === null ? '' : `, by a rule (${fault})`
  if (endedAt === null) return `none yet${why}`
  return status === null ? `none: the connection ended at ${clock(endedAt)}${why}` : `status ${status}${why}`
}

/** @param {string | null} canonical */
function canonicalOf(canonical) {
  if (canonical === null) return []
  return [textBlock('Canonical string of X-Signature', canonical, { shown: visibleLineFeeds(canonical) })]
}

/** @param {string | null} text */
function code(text) {
  return text === null ? null : element('code', '', text)
}
