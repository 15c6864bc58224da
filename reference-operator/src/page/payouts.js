import { read, send } from './api.js'
import { button, byId, chip, element, showRows } from './dom.js'
import { picked, pickOf } from './picks.js'
import { doJob, sayState } from './staff-job.js'

/**
 * Things that the casino pays out by itself.
 * @typedef {{id: number, status: string, items: {inventoryItemId: number, name: string, valueMinor: number, currency: string}[]}} Payout
 */

const TONES = /** @type {Record<string, string>} */ ({ reserved: 'wait', paid_out: 'good' })
const WORDS = /** @type {Record<string, string>} */ ({ paid_out: 'paid out' })

const reserve = /** @type {HTMLButtonElement} */ (byId('reserve'))
let afterwards = () => {}

export const payouts = { name: 'payouts', path: '/api/s2s/payouts', refresh }

/** @param {() => void} onVault */
export function openPayouts(onVault) {
  afterwards = onVault
  byId('payout-items').addEventListener('change', showReserve)
  byId('payout-form').addEventListener('submit', (event) => {
    event.preventDefault()
    act('payouts', { inventoryItemIds: picked('payout-items') })
  })
}

/** @param {'payouts' | 'payouts/confirm' | 'payouts/cancel'} name @param {Record<string, unknown>} wish */
async function act(name, wish) {
  await doJob(payouts, () => send(name, wish))
  afterwards()
}

async function refresh() {
  const answer = await read('payouts')
  showRows(byId('payout-items'), answer.items, JSON.stringify, pickOf)
  if (answer.items.length === 0)
    byId('payout-items').replaceChildren(element('p', 'lesson', 'Nothing stands free in the vault.'))
  showRows(byId('payouts'), answer.payouts, JSON.stringify, payoutRow)
  const open = answer.payouts.filter(({ status }) => status === 'reserved').length
  sayState('payouts', open === 0 ? '' : `${open} reserved`)
  showReserve()
}

function showReserve() {
  reserve.disabled = picked('payout-items').length === 0
}

/** @param {Payout} payout */
function payoutRow({ id: payoutId, status, items }) {
  const names = items.map(({ name }) => name).join(', ')
  const head = element('span', 'line', element('strong', '', names), chip(WORDS[status] ?? status, TONES[status]))
  const item = element('li', 'slip', element('div', '', head))
  item.dataset.testid = 'payout'
  item.dataset.status = status
  if (status !== 'reserved') return item
  const confirm = button('Paid out', 'quiet small', () => act('payouts/confirm', { payoutId }))
  const cancel = button('Give back', 'quiet small', () => act('payouts/cancel', { payoutId }))
  item.append(element('div', 'slip-tools', confirm, cancel))
  return item
}
