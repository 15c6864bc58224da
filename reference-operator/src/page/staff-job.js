import { read } from './api.js'
import { button, byId, chip, element, mark } from './dom.js'
import { notice } from './notice.js'
import { openCall } from './signed.js'

/**
 * One of the staff's jobs, a fold of its panel. `path` begins the target of its signed calls.
 * @typedef {{name: string, path: string, refresh: () => Promise<void>}} Job
 */

/**
 * Does something, shows the signed call that it came to, and reads the job again. A refusal is told above the page. While a deed of the job
 * is under way, a further click does nothing.
 * @param {Job} job
 * @param {() => Promise<unknown>} deed
 */
export async function doJob(job, deed) {
  const fold = byId(`job-${job.name}`)
  if (fold.hasAttribute('aria-busy')) return
  fold.setAttribute('aria-busy', 'true')
  try {
    await deed()
  } catch (problem) {
    notice(problem)
  }
  // Refused or not: a call was made, and is worth a look.
  await showMadeCall(job).catch(() => {})
  await job.refresh().catch(notice)
  fold.removeAttribute('aria-busy')
}

/** @param {Job} job */
async function showMadeCall({ name, path }) {
  const { calls } = await read('signed-calls')
  const made = calls.find((call) => {
    return call.direction === 'to-coffer' && call.method === 'POST' && call.path.startsWith(path)
  })
  if (!made) return
  const status =
    made.status === null ? chip('no answer', 'bad') : chip(String(made.status), made.status < 300 ? 'good' : 'bad')
  const row = button('', 'entry', () => openCall(made.callId))
  row.dataset.testid = 'made-call'
  row.append(
    element(
      'span',
      'line',
      mark('right', 'way to-coffer'),
      chip(made.method, 'type'),
      status,
      element('span', 'told', 'signed call'),
    ),
    element('code', 'key', made.path),
  )
  byId(`${name}-call`).replaceChildren(row)
}

/** @param {string} name @param {string} words What one sees of a job without opening it. */
export function sayState(name, words) {
  byId(`${name}-state`).textContent = words
}

/**
 * Fills a choice anew and keeps what was chosen.
 * @param {HTMLSelectElement} select
 * @param {Option[]} options
 * @typedef {{value: string, text: string}} Option
 */
export function fillChoice(select, options) {
  const before = select.value
  select.replaceChildren(...options.map(({ value, text }) => new Option(text, value)))
  if (options.some(({ value }) => value === before)) select.value = before
}
