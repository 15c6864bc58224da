import { change, remove } from './api.js'
import { button, byId, element } from './dom.js'
import { notice } from './notice.js'

/**
 * What the receiver is told to do to the next deliveries, so that Coffer's retries can be watched.
 * @typedef {import('./api.js').SiteAnswers['GET webhooks']} State
 * @typedef {State['rules'][number]} Rule
 */

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement & HTMLSelectElement} */ (byId(id))

/** @type {Map<string, string>} */
const titles = new Map()
/** @type {(state: State) => void} */
let tell = () => {}

/** @param {State} state @param {(state: State) => void} onChange */
export function openReceiver({ faults, types }, onChange) {
  tell = onChange
  for (const { fault, title } of faults) titles.set(fault, title)
  input('receiver-fault').replaceChildren(...faults.map(({ fault, title }) => new Option(title, fault)))
  input('receiver-type').replaceChildren(new Option('All', ''), ...types.map((type) => new Option(type, type)))
  byId('receiver-form').addEventListener('submit', (event) => {
    event.preventDefault()
    apply(change('POST', 'webhooks/rules', chosenRule()))
  })
}

/** @param {Rule[]} rules */
export function showRules(rules) {
  byId('receiver-rules').hidden = rules.length === 0
  byId('receiver-rules').replaceChildren(...rules.map(ruleItem))
  byId('receiver-state').textContent =
    rules.length === 0 ? 'Taking all' : rules.length === 1 ? '1 rule' : `${rules.length} rules`
  byId('receiver-state').classList.toggle('rough', rules.length > 0)
}

/** @param {Rule} rule */
function ruleItem({ ruleId, fault, type, take, times }) {
  const title = titles.get(fault) ?? fault
  const left = times === null ? 'until switched off' : times === 1 ? 'the next one' : `the next ${times}`
  const scope = [type ?? 'all events', left, ...(take ? ['takes it first'] : [])].join(' \u00b7 ')
  const words = element('div', '', element('span', 'what', title), element('span', 'detail', scope))
  const off = button('Switch off', 'quiet', () => apply(remove('webhooks/rules', ruleId)))
  off.setAttribute('aria-label', `Switch off: ${title}`)
  const item = element('li', '', words, off)
  item.dataset.testid = 'receiver-rule'
  return item
}

function chosenRule() {
  const times = input('receiver-times').value
  return {
    fault: input('receiver-fault').value,
    type: input('receiver-type').value || null,
    take: input('receiver-take').checked,
    times: times === '' ? null : Number(times),
  }
}

/** @param {Promise<State>} answer */
function apply(answer) {
  answer.then(tell, notice)
}
