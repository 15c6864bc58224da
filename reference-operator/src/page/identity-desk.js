import { read, send } from './api.js'
import { facts } from './detail.js'
import { byId, chip, element, showRows, timeElement } from './dom.js'
import { kycStatusOf } from './identity-words.js'
import { personalNote, personalQuery } from './personal.js'
import { doJob, sayState } from './staff-job.js'

/**
 * What staff sees of a player's verifications, and does about them.
 * @typedef {{requestId: number, status: string, submittedAt: string | null, decidedAt: string | null, reasons: string[],
 *   retryable: boolean | null}} Verification
 * @typedef {{requestId: number, identity: Record<string, string | null>} | null} Known
 */

const reason = /** @type {HTMLInputElement} */ (byId('reverify-reason'))
const email = /** @type {HTMLInputElement} */ (byId('identity-new-email'))
let isShowing = false

export const identityDesk = { name: 'identity', path: '/api/s2s/kyc/', refresh }

export function openIdentityDesk() {
  byId('reverify-form').addEventListener('submit', (event) => {
    event.preventDefault()
    act(async () => {
      const { status } = await send('identity/reverify', { reason: reason.value })
      reason.value = ''
      return status === 'opened' ? 'Opened. The player was told nothing.' : 'One is open already; nothing was added.'
    })
  })
  byId('invite').addEventListener('click', () => {
    act(async () => {
      await send('identity/invite', {})
      return 'The page of the player asks for it now.'
    })
  })
  byId('identity-email-form').addEventListener('submit', (event) => {
    event.preventDefault()
    act(async () => {
      const { isChanged } = await send('identity/email', { email: email.value })
      email.value = ''
      return isChanged ? 'The address was changed.' : 'No verification is open, so there was nothing to change.'
    })
  })
}

/** @param {() => Promise<string>} deed Returns what to say of it. */
function act(deed) {
  byId('identity-said').textContent = ''
  return doJob(identityDesk, async () => {
    byId('identity-said').textContent = await deed()
  })
}

async function refresh() {
  const { requests, known, standing } = await read('identity/desk', personalQuery(isShowing))
  showRows(byId('verifications'), requests, JSON.stringify, verificationRow)
  byId('verifications-message').hidden = requests.length > 0
  byId('identity-known').replaceChildren(...knownPart(known))
  const invite = /** @type {HTMLButtonElement} */ (byId('invite'))
  invite.disabled = requests[0]?.status !== 'PENDING' || standing === 'asked'
  sayState('identity', requests[0] ? kycStatusOf(requests[0].status).word : 'Not verified')
}

/** @param {Verification} verification */
function verificationRow({ requestId, status, reasons, retryable, submittedAt, decidedAt }) {
  const { word, tone } = kycStatusOf(status)
  const head = element('span', 'line', element('strong', '', `No. ${requestId}`), chip(word, tone))
  const at = decidedAt ?? submittedAt
  if (at) head.append(timeElement(at))
  const row = element('li', 'slip', element('div', '', head))
  if (reasons.length > 0) {
    const end = retryable ? 'may try again' : 'final'
    row.append(element('span', 'told', `${reasons.join(', ')} (${end})`))
  }
  row.dataset.testid = 'verification'
  row.dataset.status = status
  return row
}

/** Who the player is. It is this casino's own copy: what came with the newest confirmation that said so. @param {Known} known */
function knownPart(known) {
  if (!known) return []
  const { legalName, dateOfBirth, taxId, addressCountry, ...address } = known.identity
  const lines = [
    address.addressLine1,
    address.addressLine2,
    address.addressPostalCode,
    address.addressCity,
    address.addressState,
  ]
  const list = facts([
    ['Legal name', legalName ?? null],
    ['Born', dateOfBirth ?? null],
    ['Tax id', taxId ?? null],
    ['Address', [...lines, addressCountry].filter(Boolean).join(', ')],
    ['By verification', `No. ${known.requestId}`],
  ])
  list.dataset.testid = 'known-identity'
  const note = personalNote(isShowing ? 'shown' : 'masked', (shows) => {
    isShowing = shows
    refresh()
  })
  return [...note, list]
}
