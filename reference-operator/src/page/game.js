/** The game in its frame, and the words that it and the page exchange. */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const stage = byId('game')
const lobby = byId('lobby')
const holder = byId('game-frame')

/** @type {HTMLIFrameElement | null} */
let frame = null
/** @type {HTMLElement | null} */
let opener = null
let origin = ''

/**
 * Shows a launched game in place of the lobby.
 * @param {{title: string, launchUrl: string, serviceOrigin: string, openedBy: HTMLElement}} game
 */
export function openGame({ title, launchUrl, serviceOrigin, openedBy }) {
  frame = document.createElement('iframe')
  frame.title = title
  frame.dataset.testid = 'game-frame'
  frame.allow = 'fullscreen; autoplay'
  frame.src = launchUrl
  frame.addEventListener('load', () => tellGame('hello'))
  origin = serviceOrigin
  opener = openedBy
  byId('game-title').textContent = title
  holder.replaceChildren(frame)
  lobby.hidden = true
  stage.hidden = false
  byId('close-game').focus({ preventScroll: true })
  stage.scrollIntoView({ block: 'nearest' })
}

export function closeGame() {
  if (!frame) return
  frame = null
  holder.replaceChildren()
  stage.hidden = true
  lobby.hidden = false
  opener?.focus()
}

/** @param {string} type */
export function tellGame(type) {
  frame?.contentWindow?.postMessage({ source: 'coffer-host', v: 1, type }, origin)
}

/**
 * Hears what the game says; anything of another origin or another window is not the game.
 * @param {(type: string) => void} onMessage
 */
export function listenToGame(onMessage) {
  addEventListener('message', ({ data, origin: from, source }) => {
    if (!frame || from !== origin || source !== frame.contentWindow) return
    if (data?.source === 'coffer-game' && data.v === 1) onMessage(String(data.type))
  })
}
