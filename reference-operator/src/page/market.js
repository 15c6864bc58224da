import { read, send } from './api.js'
import { itemLookedAt } from './collection.js'
import { button, byId } from './dom.js'
import { changedBy, moneyText } from './money.js'
import { doJob, fillChoice, sayState } from './staff-job.js'

/** What collectibles are worth: moved up and down, as a price guide would. */

const MOVES = [-25, -5, 5, 25]

const choice = /** @type {HTMLSelectElement} */ (byId('market-card'))
/** @type {{itemId: number, name: string, valueMinor: number}[]} */
let cards = []
let currency = ''
/** Until somebody chooses, it is the one that the collection shows. */
let isChosen = false

export const market = { name: 'market', path: '/api/s2s/items/', refresh }

/** @param {(itemId: number) => void} onVault */
export function openMarket(onVault) {
  const moves = MOVES.map((percent) => {
    const words = percent < 0 ? `\u2212${-percent}%` : `+${percent}%`
    const node = button(words, 'quiet', () => move(percent, onVault))
    node.setAttribute('aria-label', `${percent < 0 ? 'Down' : 'Up'} by ${Math.abs(percent)}%`)
    return node
  })
  byId('market-moves').replaceChildren(...moves)
  choice.addEventListener('change', () => {
    isChosen = true
    showValue()
  })
}

async function refresh() {
  const answer = await read('market')
  cards = answer.cards
  currency = answer.currency
  const text = (/** @type {typeof cards[number]} */ { name, valueMinor }) =>
    `${name}, ${moneyText(valueMinor, currency)}`
  fillChoice(
    choice,
    cards.map((card) => ({ value: String(card.itemId), text: text(card) })),
  )
  const looked = cards.find(({ itemId }) => itemId === itemLookedAt())
  if (looked && !isChosen) choice.value = String(looked.itemId)
  byId('market-message').hidden = cards.length > 0
  byId('market-tools').hidden = cards.length === 0
  showValue()
}

function chosen() {
  return cards.find(({ itemId }) => String(itemId) === choice.value)
}

function showValue() {
  const card = chosen()
  sayState('market', card ? moneyText(card.valueMinor, currency) : '')
}

/** @param {number} percent @param {(itemId: number) => void} onVault */
async function move(percent, onVault) {
  const card = chosen()
  if (!card) return
  const { itemId, valueMinor } = card
  await doJob(market, () => send('market', { itemId, valueMinor: Math.max(0, changedBy(valueMinor, percent)) }))
  onVault(itemId)
}
