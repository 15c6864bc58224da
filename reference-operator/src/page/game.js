import { byId } from './dom.js'
import { showTab } from './tabs.js'

/** The game in its frame, and the words that it and the page exchange. */

/** What the page tells every game of itself: the game shows a way to what its host can do. */
export const GREETING = { can: ['collection'] }

const stage = byId('game')
const holder = byId('game-frame')

/** @type {HTMLIFrameElement | null} */
let frame = null
/** @type {HTMLElement | null} */
let opener = null
let origin = ''
/** @type {(message: {isFromGame: boolean, origin: string, data: any}) => void} */
let note = () => {}
/** @type {(isOpen: boolean) => void} */
let noteGame = () => {}

/**
 * Calls back with every message of both sides, and when a game opens or closes.
 * @param {(message: {isFromGame: boolean, origin: string, data: any}) => void} onMessage
 * @param {(isOpen: boolean) => void} onGame
 */
export function whatIsSaid(onMessage, onGame) {
  note = onMessage
  noteGame = onGame
}

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
  frame.addEventListener('load', () => postToGame('hello', GREETING))
  origin = serviceOrigin
  opener = openedBy
  byId('game-title').textContent = title
  byId('game-origin').textContent = serviceOrigin
  holder.replaceChildren(frame)
  showStage(true)
  showTab('game')
  byId('tab-game').focus({ preventScroll: true })
  stage.scrollIntoView({ block: 'start' })
}

export function closeGame() {
  if (!frame) return
  frame = null
  holder.replaceChildren()
  showStage(false)
  showTab('lobby')
  opener?.focus()
}

/** @param {boolean} isOpen */
function showStage(isOpen) {
  stage.hidden = !isOpen
  byId('no-game').hidden = isOpen
  byId('tab-game').classList.toggle('open', isOpen)
  noteGame(isOpen)
}

/**
 * Says something to the game; nobody else can hear it. False when no game is open.
 * @param {string} type
 * @param {object} [payload]
 */
export function postToGame(type, payload) {
  if (!frame?.contentWindow) return false
  const data = { source: 'coffer-host', v: 1, type, ...(payload && { payload }) }
  frame.contentWindow.postMessage(data, origin)
  note({ isFromGame: false, origin, data })
  return true
}

/**
 * Hears what the game says; anything of another origin or another window is not the game.
 * @param {(type: string, payload: any) => void} onMessage
 */
export function listenToGame(onMessage) {
  addEventListener('message', ({ data, origin: from, source }) => {
    if (!frame || from !== origin || source !== frame.contentWindow) return
    if (data?.source !== 'coffer-game' || data.v !== 1) return
    note({ isFromGame: true, origin: from, data })
    onMessage(String(data.type), data.payload)
  })
}
