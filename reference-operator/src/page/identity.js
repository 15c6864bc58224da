import { player, read, send } from './api.js'
import { byId, element, oncePerBurst } from './dom.js'
import { leadTo, listenToPopup, openPopup, plainLink } from './identity-popup.js'
import { reasonsToMend, standingWords } from './identity-words.js'
import { clearNotice, notice } from './notice.js'
import { isShown, lightTab, whenShown } from './tabs.js'

/**
 * Where a player sees whether this casino knows who they are, and does something about it.
 * @typedef {{standing: string, reasons: string[], submittedAt: string | null, decidedAt: string | null}} Seen
 */

const email = /** @type {HTMLInputElement} */ (byId('identity-email'))
const locale = /** @type {HTMLSelectElement} */ (byId('identity-locale'))

/** What was heard of last, so that a change lights the tab. */
let last = ''
let isOffered = true
/** The popup has said that it is done, and no event has told of it yet. */
let isWaiting = false
let isOpening = false

/** @param {string} serviceOrigin */
export function openIdentity(serviceOrigin) {
  email.value = `${player.replaceAll(/[^\w.-]/g, '-')}@example.com`
  const own = navigator.language.split('-')[0]
  if ([...locale.options].some(({ value }) => value === own)) locale.value = /** @type {string} */ (own)
  byId('identity-form').addEventListener('submit', (event) => {
    event.preventDefault()
    verify()
  })
  listenToPopup(serviceOrigin, () => {
    isWaiting = true
    load()
  })
  whenShown('identity', () => {
    learnOffer().then(load, load)
  })
  load()
}

/** Looks again at what was heard. */
export const refreshIdentity = oncePerBurst(load)

/** Opens the popup at once, and leads it to the link when there is one. */
async function verify() {
  if (isOpening) return
  isOpening = true
  clearNotice()
  const popup = openPopup()
  try {
    const { kycUrl } = await send('identity/session', { email: email.value, locale: locale.value })
    if (popup) leadTo(popup, kycUrl)
    else sayBlocked(kycUrl)
  } catch (problem) {
    popup?.close()
    notice(problem)
  }
  isOpening = false
  load()
}

/** @param {string} url */
function sayBlocked(url) {
  byId('identity-note').replaceChildren('Your browser keeps popups closed. ', plainLink(url))
}

async function learnOffer() {
  const offer = await read('identity/offer')
  isOffered = offer.isOffered
}

async function load() {
  try {
    show(await read('identity'))
  } catch (problem) {
    if (isShown('identity')) say(/** @type {Error} */ (problem).message)
  }
}

/** @param {Seen} seen */
function show(seen) {
  const key = JSON.stringify(seen)
  if (key !== last) isWaiting &&= seen.standing === 'started'
  if (last !== '' && key !== last) lightTab('identity')
  last = key
  const isEmpty = !isOffered && seen.standing === 'none'
  say(isEmpty ? 'This casino does not verify its players.' : '')
  byId('identity').hidden = isEmpty
  byId('identity').dataset.standing = seen.standing
  const { chip, tone, title, words, button } = standingWords(seen.standing)
  byId('identity-chip').className = `chip ${tone}`
  byId('identity-chip').textContent = chip
  byId('identity-title').textContent = title
  byId('identity-words').textContent = words
  showReasons(seen)
  byId('identity-form').hidden = button === null || !isOffered
  byId('verify-identity').textContent = button
  if (isWaiting) byId('identity-note').textContent = 'Thank you. It was handed in, and stands here in a moment.'
  else if (button === null || byId('identity-note').querySelector('a') === null) byId('identity-note').replaceChildren()
}

/** @param {Seen} seen */
function showReasons({ standing, reasons }) {
  const list = byId('identity-reasons')
  list.hidden = standing !== 'again'
  list.replaceChildren(...(list.hidden ? [] : reasonsToMend(reasons).map((words) => element('li', '', words))))
}

/** @param {string} words */
function say(words) {
  byId('identity-message').hidden = words === ''
  byId('identity-message').textContent = words
}
