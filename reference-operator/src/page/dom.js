/** Small parts that the panels are made of. Text is always text: nothing that came from outside becomes markup. */

export const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(string | Node)} content
 */
export function element(tag, className, ...content) {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.append(...content)
  return node
}

/** @param {string} text @param {string} className @param {() => void} onClick */
export function button(text, className, onClick) {
  const node = /** @type {HTMLButtonElement} */ (element('button', className, text))
  node.type = 'button'
  node.addEventListener('click', onClick)
  return node
}

const LOOK_AGAIN_MS = 150

/** Changes come in bursts; one look is enough for each. @param {() => void} look */
export function oncePerBurst(look) {
  let isAboutToLook = false
  return () => {
    if (isAboutToLook) return
    isAboutToLook = true
    setTimeout(() => {
      isAboutToLook = false
      look()
    }, LOOK_AGAIN_MS)
  }
}

/**
 * Counts questions whose answers may overtake each other. Each call begins one, and returns what tells whether it is still the newest.
 * @returns {() => () => boolean}
 */
export function countQuestions() {
  let asked = 0
  return () => {
    asked += 1
    const turn = asked
    return () => turn === asked
  }
}

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** `14:05:09`, with the day when it is not today's. @param {string} at */
export function clock(at) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? time.format(date) : `${day.format(date)}, ${time.format(date)}`
}

/** @param {string} at */
export function timeElement(at) {
  const node = /** @type {HTMLTimeElement} */ (element('time', '', clock(at)))
  node.dateTime = at
  return node
}

/** A word on a small plate. `tone` is `good`, `bad`, `wait` or nothing. @param {string} text @param {string} [tone] */
export function chip(text, tone = '') {
  return element('span', `chip ${tone}`, text)
}

const PATHS = {
  yes: 'M2 6.5 5 9.5 10 3',
  no: 'M2.5 2.5l7 7M9.5 2.5l-7 7',
  right: 'M1.5 6h9M7 2.5 10.5 6 7 9.5',
  left: 'M10.5 6h-9M5 2.5 1.5 6 5 9.5',
}

/**
 * A small drawn sign: whether a font has an arrow or a tick is not ours to know.
 * @param {keyof typeof PATHS} name @param {string} className @param {string} [label] Left out where words beside it say the same.
 */
export function mark(name, className, label) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', PATHS[name])
  svg.setAttribute('viewBox', '0 0 12 12')
  svg.setAttribute('class', `mark ${className}`)
  svg.setAttribute(label === undefined ? 'aria-hidden' : 'aria-label', label ?? 'true')
  if (label !== undefined) svg.setAttribute('role', 'img')
  svg.append(path)
  return svg
}

/** Something that fits, or does not. @param {boolean} isGood @param {...(string | Node)} content */
export function verdict(isGood, ...content) {
  return element('li', '', isGood ? mark('yes', 'good') : mark('no', 'bad'), ...content)
}

/** A text as indented JSON when it is JSON, else as it is. @param {string} text */
export function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/**
 * Shows a list whose rows keep their place and focus: a row with a known key is put in again, not made again.
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} rows
 * @param {(row: T) => string} keyOf Has to change with everything that the row shows.
 * @param {(row: T) => HTMLElement} make
 */
export function showRows(list, rows, keyOf, make) {
  const present = /** @type {HTMLElement[]} */ ([...list.children])
  const known = new Map(present.map((node) => [node.dataset.key, node]))
  const wanted = rows.map((row) => {
    const key = keyOf(row)
    const node = known.get(key) ?? make(row)
    node.dataset.key = key
    return node
  })
  const isSame = wanted.length === present.length && wanted.every((node, index) => present[index] === node)
  if (!isSame) list.replaceChildren(...wanted)
}
