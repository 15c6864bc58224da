import { player } from './api.js'
import { byId } from './dom.js'

/** The form that makes weather: what happens, to which calls, for how long. */

/**
 * @typedef {{fault: string, group: string, title: string, words: string, options: {waitMs?: number, errorCode?: string}}} Fault
 */

const APPLIED = 'apply-then-'

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement & HTMLSelectElement} */ (byId(id))

/** @type {Map<string, Fault>} */
const faults = new Map()

/** Fills the form. @param {Fault[]} table @param {(rule: Record<string, unknown>) => void} onRule */
export function openForecast(table, onRule) {
  for (const fault of table) faults.set(fault.fault, fault)
  const chooseable = table.filter(({ fault, group }) => !fault.startsWith(APPLIED) && group !== 'In order')
  const shown = [...chooseable, ...table.filter(({ group }) => group === 'In order')]
  const labels = [...new Set(shown.map(({ group }) => group))]
  const groups = labels.map((label) =>
    groupOf(
      label,
      shown.filter(({ group }) => group === label),
    ),
  )
  input('fault').replaceChildren(...groups)
  for (const id of ['fault', 'apply', 'how-long']) input(id).addEventListener('change', () => show(id === 'fault'))
  byId('forecast').addEventListener('submit', (event) => {
    event.preventDefault()
    onRule(chosenRule())
  })
  show(true)
}

/** The name that a rule goes by. @param {{fault: string, waitMs?: number, errorCode?: string}} rule */
export function titleOf({ fault, waitMs, errorCode }) {
  const title = faults.get(fault)?.title ?? fault
  const isApplied = fault.startsWith(APPLIED) ? ', but the money moves' : ''
  const detail = waitMs !== undefined ? ` (${waitMs / 1000} s)` : errorCode ? ` (${errorCode})` : ''
  return title + isApplied + detail
}

/** @param {string} label @param {Fault[]} members */
function groupOf(label, members) {
  const group = document.createElement('optgroup')
  group.label = label
  group.append(...members.map(({ fault, title }) => new Option(title, fault)))
  return group
}

/** @returns {Fault} */
function chosen() {
  const name = input('fault').value
  const applied = faults.get(APPLIED + name)
  return applied && input('apply').checked ? applied : /** @type {Fault} */ (faults.get(name))
}

/** @param {boolean} isNew Whether another fault was chosen. */
function show(isNew) {
  const { words, options } = chosen()
  byId('fault-words').textContent = words
  byId('apply-field').hidden = !faults.has(APPLIED + input('fault').value)
  showField('wait', options.waitMs === undefined ? undefined : options.waitMs / 1000, isNew)
  showField('code', options.errorCode, isNew)
  showField('times', input('how-long').value === 'next' ? input('times').value : undefined, false)
}

/** A field that is not shown is no part of the form. @param {string} id @param {number | string | undefined} preset @param {boolean} isNew */
function showField(id, preset, isNew) {
  byId(`${id}-field`).hidden = preset === undefined
  input(id).disabled = preset === undefined
  if (isNew && preset !== undefined) input(id).value = String(preset)
}

/** A rule as `/api/faults` takes it. */
function chosenRule() {
  const { fault, options } = chosen()
  const type = input('call-type').value
  return {
    fault,
    ...(options.waitMs === undefined ? {} : { waitMs: Math.round(input('wait').valueAsNumber * 1000) }),
    ...(options.errorCode === undefined ? {} : { errorCode: input('code').value }),
    ...(input('how-long').value === 'next' ? { times: input('times').valueAsNumber } : {}),
    when: { ...(type === '' ? {} : { type }), ...(input('whose').value === 'player' ? { player } : {}) },
  }
}
