import { dayText, niceMoments, niceValues } from './chart-scale.js'
import { element } from './dom.js'
import { moneyText } from './money.js'
import { svg } from './svg.js'

/**
 * The price of a thing over time: a line that steps from value to value, the day of the win, what it was worth then, what it is worth now.
 * @typedef {{currency: string, points: {revisionId: number, valueMinor: number, recordedAt: string}[], wonAt: string, wonValueMinor: number}} History
 * @typedef {{x: (at: number) => number, y: (valueMinor: number) => number, left: number, right: number, top: number, bottom: number,
 *   plate: number, width: number, height: number, from: number, to: number, values: number[], isNarrow: boolean}} Frame
 */

const NARROW_PX = 480
const TOP_PX = 26
const BOTTOM_PX = 28
const LETTER_PX = 7
/** Around the letters of the plate that says what it is worth now. */
const PLATE_PX = { width: 12, height: 24, gap: 8 }
/** Places that the look back can stop at. */
const STOPS = 400
/** A point is as large as its neighbours leave it room for: from so many pixels each on, and so large. */
const POINT_SIZES = [
  { from: 12, radius: 3 },
  { from: 4, radius: 1.75 },
  { from: 0, radius: 1 },
]

/**
 * The chart as a figure that draws itself anew whenever its width changes.
 * @param {History} history
 * @param {string} asOf Up to when the last value holds.
 */
export function priceChart(history, asOf) {
  const words = element('p', 'chart-words', wordsAt(history, Number.POSITIVE_INFINITY))
  const drawing = element('div', 'chart-drawing')
  const slider = /** @type {HTMLInputElement} */ (element('input', 'look-back'))
  Object.assign(slider, { type: 'range', min: '0', max: String(STOPS), value: String(STOPS) })
  slider.setAttribute('aria-label', 'Look back along the price')
  const figure = element('figure', 'chart', words, element('div', 'chart-box', drawing, slider), tableOf(history))
  /** @type {Frame | null} */
  let frame = null
  const look = () => {
    if (!frame) return
    const isNow = slider.value === slider.max
    const at = isNow ? Number.POSITIVE_INFINITY : frame.from + ((frame.to - frame.from) * Number(slider.value)) / STOPS
    words.textContent = wordsAt(history, at)
    slider.setAttribute('aria-valuetext', words.textContent)
    drawing.querySelector('.cross')?.replaceWith(crossAt(history, frame, isNow ? null : at))
  }
  const goTo = (/** @type {number} */ stop) => {
    slider.value = String(stop)
    look()
  }
  slider.addEventListener('input', look)
  slider.addEventListener('pointermove', ({ offsetX, pointerType }) => {
    if (pointerType === 'mouse') goTo(Math.floor((offsetX * STOPS) / slider.clientWidth))
  })
  slider.addEventListener('pointerleave', () => goTo(STOPS))
  new ResizeObserver(([entry]) => {
    if (!entry || entry.contentRect.width === 0) return
    frame = frameOf(history, Date.parse(asOf), entry.contentRect.width)
    slider.style.left = `${frame.left}px`
    slider.style.width = `${frame.right - frame.left}px`
    drawing.replaceChildren(draw(history, frame))
    look()
  }).observe(drawing)
  return figure
}

/** @param {History} history @param {number} asOf @param {number} width @returns {Frame} */
function frameOf({ points, wonAt, wonValueMinor, currency }, asOf, width) {
  const isNarrow = width < NARROW_PX
  const height = isNarrow ? 230 : 300
  const moments = [...points.map(({ recordedAt }) => Date.parse(recordedAt)), Date.parse(wonAt)]
  const from = Math.min(...moments)
  const to = Math.max(...moments, asOf, from + 1)
  const values = niceValues([...points.map(({ valueMinor }) => valueMinor), wonValueMinor], isNarrow ? 3 : 4)
  const letters = Math.max(...values.map((value) => moneyText(value, currency).length))
  const plate = moneyText(points.at(-1)?.valueMinor ?? 0, currency).length * (LETTER_PX + 1) + PLATE_PX.width
  const [left, right] = [letters * LETTER_PX + 8, width - plate - PLATE_PX.gap]
  const [top, bottom] = [TOP_PX, height - BOTTOM_PX]
  const lowest = /** @type {number} */ (values[0])
  const highest = /** @type {number} */ (values.at(-1))
  return {
    ...{ left, right, top, bottom, plate, width, height, from, to, values, isNarrow },
    x: (at) => left + ((right - left) * (at - from)) / (to - from),
    y: (value) => bottom - ((bottom - top) * (value - lowest)) / Math.max(1, highest - lowest),
  }
}

/** @param {History} history @param {Frame} frame */
function draw(history, frame) {
  const { width, height } = frame
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' })
  picture.setAttribute('aria-label', summaryOf(history))
  picture.append(...scale(history, frame), ...line(history, frame), ...win(history, frame), ...now(history, frame))
  picture.append(crossAt(history, frame, null))
  return picture
}

/** @param {History} history @param {Frame} frame */
function scale({ currency }, { values, x, y, left, right, bottom, from, to, isNarrow }) {
  const lines = values.flatMap((value) => [
    svg('line', { class: 'grid', x1: left, x2: right, y1: y(value), y2: y(value) }),
    svg('text', { x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, moneyText(value, currency)),
  ])
  const days = niceMoments(from, to, isNarrow ? 3 : 5).map(({ at, text }) => {
    const anchor = at === from ? 'start' : at === to ? 'end' : 'middle'
    return svg('text', { x: x(at), y: bottom + 20, 'text-anchor': anchor }, text)
  })
  return [...lines, ...days]
}

/** @param {History} history @param {Frame} frame */
function line({ points }, { x, y, bottom, left, right }) {
  const places = points.map(({ valueMinor, recordedAt }) => ({ x: x(Date.parse(recordedAt)), y: y(valueMinor) }))
  const [first, ...others] = places
  if (!first) return []
  const path = [`M${first.x} ${first.y}`, ...others.map((place) => `H${place.x}V${place.y}`), `H${right}`].join('')
  const roomPx = (right - left) / points.length
  const radius = POINT_SIZES.find(({ from }) => roomPx >= from)?.radius ?? 1
  return [
    svg('path', { class: 'area', d: `${path}V${bottom}H${first.x}Z` }),
    svg('path', { class: 'price-line', d: path }),
    ...places.map((place) => {
      return svg('circle', { class: 'point', 'data-testid': 'price-point', cx: place.x, cy: place.y, r: radius })
    }),
  ]
}

/** The day of the win, and what the thing was worth then. @param {History} history @param {Frame} frame */
function win({ wonAt, wonValueMinor, currency }, { x, y, left, right, top, bottom, width }) {
  const place = { x: x(Date.parse(wonAt)), y: y(wonValueMinor) }
  const words = `Won ${dayText(wonAt)}, worth ${moneyText(wonValueMinor, currency)}`
  const wordsPx = words.length * LETTER_PX
  const from = Math.max(0, Math.min(place.x - wordsPx / 2, width - wordsPx))
  return [
    svg('line', { class: 'won-value', 'data-testid': 'won-value', x1: left, x2: right, y1: place.y, y2: place.y }),
    svg('line', { class: 'won-day', x1: place.x, x2: place.x, y1: top - 6, y2: bottom }),
    svg('path', { class: 'win', d: `M${place.x} ${place.y - 6}l6 6-6 6-6-6z` }),
    svg('text', { class: 'win-words', 'data-testid': 'win-mark', x: from, y: 14 }, words),
  ]
}

/**
 * What it is worth now, on a plate beside the end of the line, and what it was worth when won, where there is room for it.
 * @param {History} history @param {Frame} frame
 */
function now({ points, currency, wonValueMinor }, { y, right, plate }) {
  const last = points.at(-1)
  if (!last) return []
  const at = y(last.valueMinor)
  const [x, height] = [right + PLATE_PX.gap, PLATE_PX.height]
  const words = { class: 'now-words', x: x + plate / 2, y: at + 4.5, 'text-anchor': 'middle' }
  const won = y(wonValueMinor)
  const beside = { x: x + plate / 2, y: won + 4, 'text-anchor': 'middle' }
  const hasRoom = Math.abs(won - at) > height
  return [
    ...(hasRoom ? [svg('text', beside, moneyText(wonValueMinor, currency))] : []),
    svg('circle', { class: 'now', cx: right, cy: at, r: 4.5 }),
    svg('rect', { class: 'now-plate', x, y: at - height / 2, width: plate, height, rx: 6 }),
    svg('text', words, moneyText(last.valueMinor, currency)),
  ]
}

/** Where one looks back to; an empty node when one looks at now. @param {History} history @param {Frame} frame @param {number | null} at */
function crossAt(history, { x, y, top, bottom }, at) {
  const point = at === null ? undefined : pointAt(history, at)
  if (at === null || !point) return svg('g', { class: 'cross' })
  return svg(
    'g',
    { class: 'cross' },
    svg('line', { x1: x(at), x2: x(at), y1: top, y2: bottom }),
    svg('circle', { cx: x(at), cy: y(point.valueMinor), r: 5 }),
  )
}

/** The value that was in force, the first one before there was any. @param {History} history @param {number} at */
function pointAt({ points }, at) {
  return points.findLast(({ recordedAt }) => Date.parse(recordedAt) <= at) ?? points[0]
}

/** @param {History} history @param {number} at */
function wordsAt(history, at) {
  const point = pointAt(history, at)
  if (!point) return ''
  const value = moneyText(point.valueMinor, history.currency)
  return Number.isFinite(at) ? `${dayText(at)}: ${value}` : `Now: ${value}, since ${dayText(point.recordedAt)}`
}

/** @param {History} history */
function summaryOf({ points, currency, wonAt, wonValueMinor }) {
  const values = points.map(({ valueMinor }) => valueMinor)
  const text = (/** @type {number} */ minor) => moneyText(minor, currency)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return 'No value is known.'
  const range = `lowest ${text(Math.min(...values))}, highest ${text(Math.max(...values))}`
  const won = `Won on ${dayText(wonAt)}, worth ${text(wonValueMinor)} then and ${text(last.valueMinor)} now`
  return `Price from ${dayText(first.recordedAt)} on, ${points.length} values: ${range}. ${won}.`
}

/** Every point in words, the newest first. @param {History} history */
function tableOf({ points, currency }) {
  const rows = points.toReversed().map(({ valueMinor, recordedAt }) => {
    const at = /** @type {HTMLTimeElement} */ (element('time', '', dayText(recordedAt)))
    at.dateTime = recordedAt
    return element('tr', '', element('td', '', at), element('td', 'number', moneyText(valueMinor, currency)))
  })
  const heads = [element('th', '', 'From'), element('th', 'number', 'Value')]
  for (const head of heads) head.setAttribute('scope', 'col')
  const caption = element('caption', 'unseen', 'Values of this item, newest first')
  const table = element(
    'table',
    '',
    caption,
    element('thead', '', element('tr', '', ...heads)),
    element('tbody', '', ...rows),
  )
  const box = element('section', 'chart-table', table)
  box.tabIndex = 0
  box.setAttribute('aria-label', 'Values')
  const summary = points.length === 1 ? 'Its one value as a table' : `All ${points.length} values as a table`
  return element('details', 'fold', element('summary', '', summary), box)
}
