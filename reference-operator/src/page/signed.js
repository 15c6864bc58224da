import { read } from './api.js'
import { facts, headerBlock, openDetail, textBlock } from './detail.js'
import { button, byId, chip, clock, element, mark, oncePerBurst, pretty, showRows, timeElement } from './dom.js'
import { notice } from './notice.js'
import { personalNote, personalQuery } from './personal.js'
import { opensslLine, visibleLineFeeds } from './signing.js'
import { isShown, whenShown } from './tabs.js'

/**
 * Every signed call between this casino's server and Coffer.
 * @typedef {{callId: number, direction: 'to-coffer' | 'from-coffer', startedAt: string, method: string, path: string,
 *   type: string | null, status: number | null, tookMs: number | null, end: string | null}} Call
 * @typedef {import('./api.js').SiteAnswers['GET signed-calls/one']['call']} SignedCall
 */

const MAX_ROWS = 100
const SIDES = {
  'to-coffer': {
    word: 'to Coffer',
    arrow: /** @type {const} */ ('right'),
    secret: 'COFFER_KEY_SECRET',
    whose: 'the secret of this casino\u2019s API key',
  },
  'from-coffer': {
    word: 'to the wallet',
    arrow: /** @type {const} */ ('left'),
    secret: 'COFFER_OUTBOUND_SECRET',
    whose: 'the outbound secret',
  },
}
const ENDS = /** @type {Record<string, string>} */ ({
  failed: 'Coffer was not reached',
  cut: 'the wallet cut it',
  left: 'Coffer hung up',
})

const choices = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-direction]')])
let direction = ''
/** @type {Call[]} */
let calls = []

export function openSigned() {
  whenShown('calls', refreshSigned)
  for (const choice of choices) {
    choice.addEventListener('click', () => {
      direction = choice.dataset.direction ?? ''
      for (const one of choices) one.setAttribute('aria-pressed', String(one === choice))
      show()
    })
  }
}

const look = oncePerBurst(() => {
  read('signed-calls').then(
    (answer) => {
      calls = answer.calls
      show()
    },
    () => {},
  )
})

/** Looks again, when the panel is in view. */
export function refreshSigned() {
  if (isShown('calls')) look()
}

function show() {
  const rows = calls.filter((call) => direction === '' || call.direction === direction).slice(0, MAX_ROWS)
  showRows(byId('signed-calls'), rows, JSON.stringify, callRow)
  byId('signed-message').hidden = rows.length > 0
}

/** @param {Call} call */
function callRow(call) {
  const side = SIDES[call.direction]
  const way = mark(side.arrow, `way ${call.direction}`, side.word)
  const head = element(
    'span',
    'line',
    way,
    chip(call.type ?? call.method, 'type'),
    answerChip(call),
    timeElement(call.startedAt),
  )
  const took = call.tookMs === null ? 'open' : `${call.tookMs} ms`
  const row = button('', 'entry', () => openCall(call.callId))
  row.append(head, element('code', 'key', call.path), element('span', 'line told', `${side.word}, ${took}`))
  const item = element('li', '', row)
  item.dataset.testid = 'signed-call'
  item.dataset.direction = call.direction
  return item
}

/** @param {Pick<Call, 'status' | 'end'>} call */
function answerChip({ status, end }) {
  if (status !== null) return chip(String(status), status < 300 ? 'good' : 'bad')
  return end === null ? chip('waiting', 'wait') : chip(ENDS[end] ?? end, 'bad')
}

/** Looks at one call closely. @param {number} callId @param {boolean} [shows] What is personal too. */
export async function openCall(callId, shows = false) {
  try {
    const { call } = await read('signed-calls/one', { callId: String(callId), ...personalQuery(shows) })
    openDetail(`${call.method} ${call.path.split('?')[0]}`, contentOf(call))
  } catch (problem) {
    notice(problem)
  }
}

/** @param {SignedCall} call */
function contentOf(call) {
  const side = SIDES[/** @type {Call['direction']} */ (call.direction)]
  return [
    facts([
      ['Direction', side.word],
      ['Sent', clock(call.startedAt)],
      ['Answer', answerChip(call)],
      ['Time taken', call.tookMs === null ? null : `${call.tookMs} ms`],
    ]),
    ...signatureBlocks(call, side),
    headerBlock('Headers', call.headers),
    ...personalNote(call.personal, (shows) => openCall(call.callId, shows)),
    ...(call.body ? [textBlock('Body', call.body, { shown: pretty(call.body) })] : []),
    ...(call.answer ? [textBlock('Answer', call.answer, { shown: pretty(call.answer) })] : []),
  ]
}

/** @param {SignedCall} call @param {{secret: string, whose: string}} side */
function signatureBlocks({ canonical, signature }, { secret, whose }) {
  if (canonical === null) return [element('p', 'lead', 'This call was not signed.')]
  const note =
    'Time, method, path with its query, SHA-256 of the raw body, nonce. A line feed between them, none at the end.'
  const how = `In a shell, with ${whose} in $${secret}. It prints the signature above.`
  return [
    textBlock('Canonical string', canonical, { shown: visibleLineFeeds(canonical), note }),
    ...(signature ? [textBlock('Signature', signature, { note: 'HMAC-SHA256 of the canonical string, in hex.' })] : []),
    textBlock('Sign it yourself', opensslLine(canonical, secret), { note: how }),
  ]
}
