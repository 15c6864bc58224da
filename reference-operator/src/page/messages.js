import { button, byId, chip, clock, element, mark } from './dom.js'
import { GREETING, whatIsSaid } from './game.js'

/** Every message between this page and the game in its frame, both ways, and a button for each that the game understands. */

const MAX_ROWS = 200
const SHORT = 90

const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id)).value

/** What the page can say, what it does, and with which payload. */
const HOST_MESSAGES = [
  { type: 'hello', words: 'Greet the game; it answers ready', payload: () => GREETING },
  { type: 'state.get', words: 'Ask what the game is doing' },
  { type: 'balance.refresh', words: 'Have it read the balance again' },
  { type: 'pause', words: 'Stop new opens' },
  { type: 'resume', words: 'Allow opens again' },
  { type: 'reality.check', words: 'Remind the player of the time' },
  { type: 'locale.set', words: 'Change the language', payload: () => ({ locale: value('message-locale') }) },
  {
    type: 'theme.set',
    words: 'Change the colours',
    payload: () => ({ tokens: { colorPrimary: value('message-theme') } }),
  },
  {
    type: 'currency.set',
    words: 'Change the currency to the one chosen above',
    payload: () => ({ currency: value('currency') }),
  },
]

/** @param {(type: string, payload?: object) => boolean} tell Says it to the game; false when no game is open. */
export function openMessages(tell) {
  byId('host-messages').replaceChildren(
    ...HOST_MESSAGES.map(({ type, words, payload }) => {
      const node = button(type, 'quiet small', () => tell(type, payload?.()))
      node.title = words
      node.dataset.testid = 'host-message'
      return node
    }),
  )
  byId('clear-messages').addEventListener('click', () => {
    byId('message-log').replaceChildren()
    byId('messages-message').hidden = false
  })
  whatIsSaid(addMessage, showGame)
  showGame(false)
}

/** @param {boolean} isOpen */
function showGame(isOpen) {
  byId('messages-state').textContent = isOpen ? 'Game open' : 'No game'
  byId('messages-state').classList.toggle('on', isOpen)
  for (const node of byId('host-messages').querySelectorAll('button')) node.disabled = !isOpen
}

/** @param {{isFromGame: boolean, origin: string, data: any}} message */
function addMessage({ isFromGame, origin, data }) {
  const log = byId('message-log')
  log.prepend(row(isFromGame, origin, data))
  while (log.children.length > MAX_ROWS) log.lastElementChild?.remove()
  byId('messages-message').hidden = true
}

/** @param {boolean} isFromGame @param {string} origin @param {any} data */
function row(isFromGame, origin, data) {
  const way = isFromGame ? mark('left', 'way from-game', 'from the game') : mark('right', 'way to-game', 'to the game')
  const at = element('time', '', clock(new Date().toISOString()))
  const head = element('span', 'line', way, chip(String(data.type), 'type'), at)
  const payload = JSON.stringify(data.payload ?? {})
  const short = payload.length > SHORT ? `${payload.slice(0, SHORT)}\u2026` : payload
  const summary = element('summary', '', head, element('code', 'key', short))
  const whole = element('pre', '', JSON.stringify(data, null, 2))
  const from = element('p', 'told', isFromGame ? `came from ${origin}` : `sent to ${origin} only`)
  const item = element('li', '', element('details', 'entry', summary, from, whole))
  item.dataset.testid = 'message'
  item.dataset.type = String(data.type)
  item.dataset.way = isFromGame ? 'in' : 'out'
  return item
}
