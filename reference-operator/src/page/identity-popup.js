import { byId, element } from './dom.js'

/** The popup in which a player is verified, and what it says when it is done. */

const NAME = 'coffer-verification'
const FEATURES = 'popup,width=480,height=800'

/**
 * Opens an empty popup. It has to be opened in the click itself: a browser blocks one that comes after an answer.
 * @returns {Window | null} Null when it was blocked.
 */
export function openPopup() {
  return window.open('', NAME, FEATURES)
}

/** @param {Window} popup @param {string} url */
export function leadTo(popup, url) {
  popup.location.replace(url)
  popup.focus()
}

/** A link in its place. `opener` lets what it opens tell this page when it is done. @param {string} url */
export function plainLink(url) {
  const link = /** @type {HTMLAnchorElement} */ (element('a', '', 'Open your verification'))
  Object.assign(link, { href: url, target: NAME, rel: 'opener' })
  link.dataset.testid = 'verification-link'
  // It works once: a second click would only find that it was used.
  link.addEventListener('click', () => setTimeout(() => byId('identity-note').replaceChildren()))
  return link
}

/**
 * Calls back when a player has handed their verification in. Whoever is not the service is not heard.
 * @param {string} serviceOrigin
 * @param {(status: string) => void} onDone
 */
export function listenToPopup(serviceOrigin, onDone) {
  addEventListener('message', ({ data, origin }) => {
    if (origin !== serviceOrigin || data?.source !== 'coffer' || data.type !== 'kyc.completed') return
    onDone(String(data.status))
  })
}
