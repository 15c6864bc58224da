import { read, send } from './api.js'
import { button, byId, chip, clock, element, showRows } from './dom.js'
import { doJob, fillChoice, sayState } from './staff-job.js'

/**
 * Free opens for an hour.
 * @typedef {{extId: string, status: string, boxIds: number[], quantity: number, validUntil: string, usedCount: number, leftCount: number}} Campaign
 */

const TONES = /** @type {Record<string, string>} */ ({ active: 'good', scheduled: 'wait' })

const box = /** @type {HTMLSelectElement} */ (byId('campaign-box'))
const quantity = /** @type {HTMLInputElement} */ (byId('campaign-quantity'))
/** @type {Map<number, string>} */
let names = new Map()

export const campaigns = { name: 'campaigns', path: '/api/s2s/campaigns', refresh }

export function openCampaigns() {
  byId('campaign-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const wish = { boxId: Number(box.value), quantity: Number(quantity.value) }
    doJob(campaigns, () => send('campaigns', wish))
  })
}

async function refresh() {
  const [{ boxes }, { campaigns: rows }] = await Promise.all([read('boxes'), read('campaigns')])
  names = new Map(boxes.map(({ boxId, name }) => [boxId, name]))
  fillChoice(
    box,
    [...names].map(([boxId, text]) => ({ value: String(boxId), text })),
  )
  showRows(byId('campaigns'), rows, JSON.stringify, campaignRow)
  const left = rows.reduce((sum, { leftCount }) => sum + leftCount, 0)
  sayState('campaigns', left === 0 ? '' : `${left} left`)
}

/** @param {Campaign} campaign */
function campaignRow(campaign) {
  const { extId, status, quantity: given, usedCount, leftCount, validUntil, boxIds } = campaign
  const what = boxIds.map((boxId) => names.get(boxId) ?? `box ${boxId}`).join(', ')
  const isOpen = status === 'active' || status === 'scheduled'
  const head = element('span', 'line', element('strong', '', what), chip(status, TONES[status]))
  const told = element('span', 'told', `${usedCount} of ${given} used, ${leftCount} left. Until ${clock(validUntil)}`)
  const item = element('li', 'slip', element('div', '', head, told))
  item.dataset.testid = 'campaign'
  item.dataset.status = status
  if (!isOpen) return item
  const end = button('End it', 'quiet small', () => doJob(campaigns, () => send('campaigns/cancel', { extId })))
  end.setAttribute('aria-label', `End it: ${what}`)
  item.append(end)
  return item
}
