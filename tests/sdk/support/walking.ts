import assert from 'node:assert/strict'
import type { WalletCall } from '@coffer/operator-sdk'
import { makeSecret, signedDelivery } from './deliveries.ts'
import type { Sdk } from './packed.ts'

export const OUTBOUND_SECRET = 'outbound'
export const WEBHOOK_SECRET = makeSecret()

export const DEBIT: WalletCall = {
  type: 'wallet.debit',
  playerExternalId: 'u_1',
  amountMinor: 250,
  currency: 'EUR',
  idempotencyKey: 'round:rnd_1',
  reference: { kind: 'round', publicId: 'rnd_1' },
}

export type Reply = { status: number; body: Record<string, unknown> }

/** Posts bytes as they are. */
export async function post(url: string, headers: Record<string, string>, body: string | Uint8Array): Promise<Reply> {
  const answer = await fetch(url, { method: 'POST', headers, body: body as NonNullable<RequestInit['body']> })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
}

/** A wallet call as Coffer sends it to this address. */
export function callWallet({ sign }: Sdk, url: string, call: WalletCall, secret = OUTBOUND_SECRET): Promise<Reply> {
  const body = JSON.stringify(call)
  const { pathname, search } = new URL(url)
  const signed = { secret, method: 'POST', path: pathname + search, body, timestamp: Math.floor(Date.now() / 1000) }
  const { headers } = sign({ ...signed, nonce: 'abcdefghijklmnop' })
  const key: Record<string, string> = 'idempotencyKey' in call ? { 'idempotency-key': call.idempotencyKey } : {}
  return post(url, { 'content-type': 'application/json', ...headers, ...key }, body)
}

/** What every server must do, whatever it is made of: take signed calls and deliveries, and nothing else. */
export async function walk(sdk: Sdk, { wallet, webhooks }: { wallet: string; webhooks: string }): Promise<void> {
  const paid = { status: 200, body: { accepted: true, balanceAfterMinor: 9750 } }
  assert.deepEqual(await callWallet(sdk, wallet, DEBIT), paid)
  assert.deepEqual(await callWallet(sdk, wallet, DEBIT), paid)
  assert.equal((await callWallet(sdk, wallet, DEBIT, 'another secret')).status, 401)

  const { headers, body } = signedDelivery([WEBHOOK_SECRET], { path: new URL(webhooks).pathname })
  assert.equal((await post(webhooks, headers, body)).status, 200)
  assert.equal((await post(webhooks, headers, body)).status, 200)
  const changed = await post(webhooks, headers, body.replace('a-b', 'b-b'))
  assert.deepEqual([changed.status, (changed.body.error as { code: string }).code], [401, 'INVALID_SIGNATURE'])
  const { 'content-type': _, ...untyped } = headers
  assert.equal((await post(webhooks, { ...untyped, 'content-type': 'text/strange' }, body)).status, 200)
  assert.equal((await post(webhooks, headers, Buffer.alloc(1024 * 1024 + 1))).status, 413)
}
