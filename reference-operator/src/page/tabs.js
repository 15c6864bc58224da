import { byId } from './dom.js'

/**
 * Two lists of tabs: the casino, and what stands behind it. Where there is room one of each is shown, side by side; on a narrow page
 * there is one bar and one panel.
 */

const wide = matchMedia('(min-width: 1100px)')
const lists = [...document.querySelectorAll('[role=tablist]')]
const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')])
/** What holds the panels of each list; a narrow page shows one. */
const sides = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.stage, .side')])
/** The chosen tab of each list. */
const chosen = new Map(lists.map((list) => [list, /** @type {HTMLElement} */ (list.querySelector('[role=tab]'))]))
let last = /** @type {HTMLElement} */ (tabs[0])
/** @type {Map<string, () => void>} */
const onShow = new Map()

export function openTabs() {
  for (const tab of tabs) {
    tab.addEventListener('click', () => choose(tab))
    tab.addEventListener('keydown', moveByKey)
  }
  wide.addEventListener('change', show)
  show()
}

/** Shows a panel. @param {string} name */
export function showTab(name) {
  choose(byId(`tab-${name}`))
}

/** Calls back whenever a panel comes into view. @param {string} name @param {() => void} listener */
export function whenShown(name, listener) {
  onShow.set(name, listener)
}

/** @param {string} name */
export function isShown(name) {
  return !byId(`panel-${name}`).hidden
}

/** Lights a tab whose panel has something new and is not in view. @param {string} name */
export function lightTab(name) {
  byId(`tab-${name}`).classList.toggle('news', !isShown(name))
}

/** @param {HTMLElement} tab */
function choose(tab) {
  const list = /** @type {Element} */ (tab.closest('[role=tablist]'))
  chosen.set(list, tab)
  last = tab
  show()
  if (!wide.matches) tab.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function show() {
  for (const tab of tabs) {
    const isOn = wide.matches ? [...chosen.values()].includes(tab) : tab === last
    const isStop = [...chosen.values()].includes(tab)
    const panel = byId(/** @type {string} */ (tab.getAttribute('aria-controls')))
    const isNew = isOn && panel.hidden
    tab.setAttribute('aria-selected', String(isOn))
    tab.tabIndex = isStop ? 0 : -1
    panel.hidden = !isOn
    if (!isOn) continue
    tab.classList.remove('news')
    if (isNew) onShow.get(tab.id.replace('tab-', ''))?.()
  }
  for (const side of sides) side.hidden = !side.querySelector(':scope > [role=tabpanel]:not([hidden])')
}

const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })

/** @param {KeyboardEvent} event */
function moveByKey(event) {
  const tab = /** @type {HTMLElement} */ (event.currentTarget)
  const list = /** @type {Element} */ (tab.closest('[role=tablist]'))
  const members = tabs.filter((one) => list.contains(one))
  const step = STEPS[event.key]
  const place = members.indexOf(tab)
  const next =
    event.key === 'Home'
      ? members[0]
      : event.key === 'End'
        ? members.at(-1)
        : step && members.at((place + step) % members.length)
  if (!next) return
  event.preventDefault()
  choose(next)
  next.focus()
}
