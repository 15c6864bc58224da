import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Wallet, WalletCall } from '@coffer/operator-sdk'
import { packedSdk } from './support/packed.ts'
import { NOW, NOW_SECONDS } from './support/scripted.ts'
import { DEBIT } from './support/walking.ts'

const { createWalletHandler, sign, verifySignature } = await packedSdk()

function signedCall(call: unknown, secret = 'outbound') {
  const body = Buffer.from(JSON.stringify(call))
  const key = (call as { idempotencyKey?: string }).idempotencyKey
  const { headers } = sign({
    secret,
    method: 'POST',
    path: '/wallet',
    body,
    timestamp: NOW_SECONDS,
    nonce: 'abcdefghijklmnop',
  })
  return { method: 'POST', path: '/wallet', body, headers: { ...headers, ...(key && { 'idempotency-key': key }) } }
}

function recordingWallet() {
  const calls: WalletCall[] = []
  const accept = (call: WalletCall) => {
    calls.push(call)
    return { accepted: true as const, balanceAfterMinor: 750 }
  }
  const wallet: Wallet = { debit: accept, credit: accept, balance: () => ({ balanceMinor: 1000, currency: 'EUR' }) }
  return { calls, wallet, handler: createWalletHandler({ secret: 'outbound', wallet, now: () => NOW }) }
}

suite('wallet handler', () => {
  test('a signed call reaches the wallet and its decision goes back', async () => {
    const { handler, calls } = recordingWallet()
    const reply = await handler(signedCall(DEBIT))
    assert.equal(reply.status, 200)
    assert.deepEqual(JSON.parse(reply.body), { accepted: true, balanceAfterMinor: 750 })
    assert.deepEqual(calls, [DEBIT])
    const balance = await handler(signedCall({ type: 'wallet.balance', playerExternalId: 'u_1', currency: 'EUR' }))
    assert.deepEqual(JSON.parse(balance.body), { balanceMinor: 1000, currency: 'EUR' })
  })

  test('a cashback that a service before this one began is decided: it names neither the item of the vault nor its round', async () => {
    const { handler, calls } = recordingWallet()
    const credit = {
      ...{ type: 'wallet.credit', playerExternalId: 'u_1', amountMinor: 495, currency: 'EUR' },
      idempotencyKey: 'cashback:inventory:7',
      reference: {
        ...{ kind: 'cashback', itemId: 3, itemName: 'Mug', basisMinor: 550, creditsMinor: 495 },
        uncredited: { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 55 },
      },
    }
    const reply = await handler(signedCall(credit))
    assert.equal(reply.status, 200, reply.body)
    assert.deepEqual(calls, [credit])
  })

  test('parsed body: the answer says what to change and decides nothing', async () => {
    const { handler, calls } = recordingWallet()
    for (const body of [{ ...DEBIT }, null, undefined]) {
      const reply = await handler({ ...signedCall(DEBIT), body: body as never })
      assert.equal(reply.status, 500)
      assert.match(reply.body, /RAW_BODY_NEEDED.*before express\.json/)
    }
    assert.deepEqual(calls, [])
    const signed = signedCall(DEBIT)
    const check = () => verifySignature({ ...signed, secret: 'outbound', now: NOW, body: { ...DEBIT } as never })
    assert.throws(check, /TypeError: .*raw bytes/)
  })

  test('what is not a proper call never reaches the wallet and is never a refusal', async () => {
    const { handler, calls } = recordingWallet()
    const cases: [number, Parameters<typeof handler>[0]][] = [
      [401, signedCall(DEBIT, 'another secret')],
      [401, { ...signedCall(DEBIT), body: Buffer.from(JSON.stringify({ ...DEBIT, amountMinor: 1 })) }],
      [401, { ...signedCall(DEBIT), headers: {} }],
      [405, { ...signedCall(DEBIT), method: 'GET' }],
      [422, signedCall('text')],
      [422, signedCall({ ...DEBIT, amountMinor: -1 })],
      [422, signedCall({ ...DEBIT, amountMinor: 2 ** 53 })],
      [422, signedCall({ ...DEBIT, amountMinor: '5' })],
      [422, signedCall({ ...DEBIT, currency: 'eur' })],
      [422, signedCall({ ...DEBIT, type: 'wallet.rollback' })],
      [422, { ...signedCall(DEBIT), headers: { ...signedCall(DEBIT).headers, 'idempotency-key': 'round:rnd_2' } }],
    ]
    for (const [status, request] of cases) {
      const reply = await handler(request)
      assert.equal(reply.status, status, reply.body)
      assert.equal('accepted' in JSON.parse(reply.body), false)
    }
    assert.deepEqual(calls, [])
  })

  test('a wallet that throws is no refusal', async () => {
    const told: unknown[] = []
    const { wallet } = recordingWallet()
    const broken = () => Promise.reject(new Error('disk full'))
    const onError = (error: unknown) => told.push(error)
    const handler = createWalletHandler({
      secret: 'outbound',
      wallet: { ...wallet, debit: broken },
      now: () => NOW,
      onError,
    })
    const reply = await handler(signedCall(DEBIT))
    assert.equal(reply.status, 500)
    assert.equal(reply.body.includes('disk full'), false)
    assert.equal(told.length, 1)
  })
})
