/** Where values and moments stand in a drawing. Values stay whole minor units; only places of the drawing are fractions. */

const DAY_MS = 86_400_000
const STEPS = [1, 2, 5]

/**
 * Round values for the lines of a scale that holds all of these, the lowest first.
 * @param {number[]} valuesMinor
 * @param {number} lines About how many.
 */
export function niceValues(valuesMinor, lines) {
  const lowest = Math.min(...valuesMinor)
  const highest = Math.max(...valuesMinor)
  const step = niceStep(Math.max(1, Math.ceil((highest - lowest) / lines)))
  const from = Math.max(0, Math.floor(lowest / step) - (lowest % step === 0 ? 1 : 0)) * step
  const values = [from]
  while (/** @type {number} */ (values.at(-1)) < highest) values.push(/** @type {number} */ (values.at(-1)) + step)
  return values
}

/** The next of 1, 2, 5, 10, 20, 50 … @param {number} least */
function niceStep(least) {
  for (let power = 1; ; power *= 10) {
    const step = STEPS.find((one) => one * power >= least)
    if (step) return step * power
  }
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })

/** `3 Sep 2026`. @param {string | number} at */
export function dayText(at) {
  return dayOfYear.format(new Date(at))
}

/** The day, or the hour where days would all be one, in few letters. @param {number} at @param {number} spanMs */
function shortText(at, spanMs) {
  return (spanMs < 2 * DAY_MS ? hour : day).format(at)
}

/**
 * Moments to name below a scale, each once.
 * @param {number} from
 * @param {number} to
 * @param {number} count
 */
export function niceMoments(from, to, count) {
  const span = to - from
  const moments = Array.from({ length: count }, (_, index) => from + (span * index) / (count - 1))
  const named = moments.map((at) => ({ at, text: shortText(at, span) }))
  return named.filter(({ text }, index) => named.findIndex((one) => one.text === text) === index)
}
