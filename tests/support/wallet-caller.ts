import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sign, type WalletCall } from '@coffer/operator-sdk'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { eventually } from './eventually.ts'
import { makeTestClock } from './test-clock.ts'

/** A reference operator alone, and a caller of its wallet that signs as Coffer does. */

const SECRET = 'outbound-1'
const EURO = { slug: 'euro', currency: 'EUR', keyId: 'ck_1', keySecret: 'k1', outboundSecret: SECRET }
export const OPENING = 100_000

/** Its time passes as the clock says. */
export async function start(t: TestContext, { dataDir = ':memory:', clock = makeTestClock() } = {}) {
  const operator = await startReferenceOperator({
    ...{ port: 0, dataDir, baseUrl: 'http://127.0.0.1:9', now: () => clock.now().getTime(), after: clock.after },
    operators: [EURO, { ...EURO, slug: 'other' }],
  })
  t.after(() => operator.close())
  operator.wallet.openPlayer('euro', 'ann', 'EUR')
  return operator
}

let lastKey = 0
export function debit(amountMinor: number, more: object = {}): WalletCall {
  const publicId = `rnd_${++lastKey}`
  return {
    ...{ type: 'wallet.debit', playerExternalId: 'ann', amountMinor, currency: 'EUR' },
    ...{ idempotencyKey: `round:${publicId}`, reference: { kind: 'round', publicId }, ...more },
  } as WalletCall
}
export const credit = (amountMinor: number) => {
  const publicId = `rnd_${++lastKey}`
  const reference = { kind: 'refund', publicId }
  return debit(amountMinor, { type: 'wallet.credit', idempotencyKey: `refund:round:${publicId}`, reference })
}
export const BALANCE: WalletCall = { type: 'wallet.balance', playerExternalId: 'ann', currency: 'EUR' }

export function send(
  operator: ReferenceOperator,
  call: WalletCall,
  signal = AbortSignal.timeout(120_000),
): Promise<Response> {
  const url = operator.walletUrl('euro')
  const body = JSON.stringify(call)
  const timestamp = Math.floor(Date.now() / 1000)
  const { headers } = sign({ secret: SECRET, method: 'POST', path: new URL(url).pathname, body, timestamp })
  if ('idempotencyKey' in call) headers['idempotency-key'] = call.idempotencyKey
  return fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
}

/** Sends a call and hangs up once it has come. Rejects unless there was silence until then. */
export async function sendAndLeave(operator: ReferenceOperator, call: WalletCall): Promise<void> {
  const abort = new AbortController()
  const before = operator.wallet.calls('euro').length
  const silence = assert.rejects(send(operator, call, abort.signal), { name: 'AbortError' })
  await eventually(() => operator.wallet.calls('euro').length > before, 'the call came')
  abort.abort()
  await silence
  await eventually(() => operator.wallet.calls('euro').at(-1)!.end === 'left', 'the wallet saw the caller leave')
}

export async function told(operator: ReferenceOperator, call: WalletCall): Promise<unknown> {
  return (await send(operator, call)).json()
}

export const yes = (balanceAfterMinor: number) => ({ accepted: true, balanceAfterMinor })
export const no = (errorCode: string) => ({ accepted: false, errorCode })

export async function assertReply(operator: ReferenceOperator, call: WalletCall, expected: object): Promise<void> {
  const { providerTxnRef: _, ...reply } = (await told(operator, call)) as Record<string, unknown>
  assert.deepEqual(reply, expected)
}

export const balance = ({ wallet }: ReferenceOperator) => wallet.balance('euro', 'ann', 'EUR')
export const debits = ({ wallet }: ReferenceOperator) => wallet.ledger('euro').filter(({ type }) => type === 'debit')
