import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Coffer, CofferError } from '@coffer/operator-sdk'
import { packedSdk } from './support/packed.ts'
import * as script from './support/scripted.ts'

const { answer, BASE, FINAL, GATEWAY, LOST, NOBODY_THERE, NOW, PURCHASE, page, refusal, scripted, UNDECIDED } = script
const sdk = await packedSdk()

const BUSY = refusal(429, 'RATE_LIMITED', { 'retry-after': '1' })
const DATABASE_GONE = refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' })
const DONE = answer(200, { done: true })
const launch = { playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} } as const
const ofPlayer = { playerExternalId: 'u_1' }
const address = { name: 'A', line1: 'B', city: 'C', region: 'D', postalCode: 'E', country: 'GB' }
const ORDER = { ...ofPlayer, inventoryItemIds: [1], address, contact: { email: 'a@b.test' } }
const UPGRADE = { ...ofPlayer, clientActionId: 'click-1', chanceBps: 5000, targetItemId: 3 }

type Call = (coffer: Coffer) => Promise<unknown>

/** Sent twice these come to the same as sent once. */
const SAME_END: Record<string, Call> = {
  purchase: (coffer) => coffer.purchase(PURCHASE),
  openHeldRound: (coffer) => coffer.openHeldRound({ ...ofPlayer, publicId: 'rnd_1' }),
  cancelHeldRound: (coffer) => coffer.cancelHeldRound({ ...ofPlayer, roundPublicId: 'rnd_1' }),
  cashout: (coffer) => coffer.cashout({ ...ofPlayer, inventoryItemId: 1 }),
  createOrder: (coffer) => coffer.createOrder(ORDER),
  cancelOrder: (coffer) => coffer.cancelOrder({ ...ofPlayer, publicId: 'ord_1' }),
  removeOrderItem: (coffer) => coffer.removeOrderItem({ ...ofPlayer, publicId: 'ord_1', inventoryItemId: 1 }),
  playUpgrader: (coffer) => coffer.playUpgrader({ ...UPGRADE, wagerMinor: 500 }),
  playUpgraderWithItems: (coffer) => coffer.playUpgraderWithItems({ ...UPGRADE, stakeItemIds: [7, 8] }),
  createKycSession: (coffer) => coffer.createKycSession({ ...ofPlayer, email: 'a@b.test', locale: 'en' }),
  changeKycEmail: (coffer) => coffer.changeKycEmail({ ...ofPlayer, email: 'a@b.test' }),
  reverifyKyc: (coffer) => coffer.reverifyKyc({ ...ofPlayer, reason: 'A new address' }),
  upgraderPrizesByItems: (coffer) =>
    coffer.upgraderPrizesByItems({ ...ofPlayer, stakeItemIds: [7, 8], chanceBps: 5000 }),
  getBox: (coffer) => coffer.getBox({ boxId: 1 }),
  listInventory: (coffer) => coffer.listInventory(ofPlayer),
}

/** These do it again each time that they are received. */
const NEW_EACH: Record<string, Call> = {
  createLaunch: (coffer) => coffer.createLaunch(launch),
  rotateSeed: (coffer) => coffer.rotateSeed(ofPlayer),
  testEndpoint: (coffer) => coffer.testEndpoint({ endpointId: 1 }),
  replayDelivery: (coffer) => coffer.replayDelivery({ deliveryId: 'whd_1' }),
}

suite('what is repeated', () => {
  for (const [name, call] of Object.entries(SAME_END)) {
    test(`${name} is repeated after whatever left it undecided, with the same bytes, each time signed anew`, async () => {
      const bad = [UNDECIDED, LOST, NOBODY_THERE, GATEWAY, BUSY, DATABASE_GONE, page(408)]
      const { coffer, sent, waits } = scripted(sdk, [...bad, DONE])
      assert.deepEqual(await call(coffer), { done: true })
      assert.equal(sent.length, bad.length + 1)
      assert.equal(new Set(sent.map(({ method, url, body }) => `${method} ${url} ${body}`)).size, 1)
      assert.equal(new Set(sent.map(({ headers }) => headers['x-nonce'])).size, sent.length)
      for (const { method, url, headers, body = '' } of sent) {
        const path = url.replace(BASE, '')
        const input = { secret: 'key-secret', method, path, headers, body, now: NOW }
        assert.deepEqual(sdk.verifySignature(input), { ok: true })
      }
      assert.deepEqual([waits[0], waits[4], waits[5]], [2000, 1000, 2000])
    })
  }

  for (const [name, call] of Object.entries(NEW_EACH)) {
    test(`${name} is repeated only when it was surely not received`, async () => {
      const sure = scripted(sdk, [NOBODY_THERE, BUSY, DONE])
      assert.deepEqual(await call(sure.coffer), { done: true })
      const torn = script.broken('EHOSTUNREACH', 'read')
      for (const unsure of [LOST, GATEWAY, UNDECIDED, DATABASE_GONE, page(408), torn]) {
        const { coffer, sent } = scripted(sdk, [unsure, DONE])
        await assert.rejects(call(coffer), { undecided: true, tries: 1 })
        assert.equal(sent.length, 1)
      }
    })
  }

  test('an order without a click gets one, the same in every try of a call and another in the next call; one that is given stays', async () => {
    const actionIdsOf = async (order: object, coffer: Coffer, sent: script.Sent[]) => {
      const before = sent.length
      await coffer.createOrder({ ...ORDER, ...order })
      return sent.slice(before).map(({ body = '' }) => JSON.parse(body).clientActionId as unknown)
    }
    const { coffer, sent } = scripted(sdk, [LOST, DONE, LOST, DONE, DONE])
    const [first, again] = await actionIdsOf({}, coffer, sent)
    const [second] = await actionIdsOf({ clientActionId: undefined }, coffer, sent)
    assert.match(String(first), /^[\w-]{24}$/)
    assert.equal(again, first)
    assert.match(String(second), /^[\w-]{24}$/)
    assert.notEqual(second, first)
    assert.deepEqual(await actionIdsOf({ clientActionId: 'mine' }, coffer, sent), ['mine'])
  })

  test('a 503 without Retry-After is final, and a refusal is never repeated', async () => {
    const last = [
      FINAL,
      refusal(422, 'INSUFFICIENT_FUNDS'),
      refusal(409, 'PRICE_CHANGED'),
      refusal(401, 'INVALID_SIGNATURE'),
    ]
    for (const one of last) {
      for (const call of Object.values(SAME_END)) {
        const { coffer, sent } = scripted(sdk, [one, DONE])
        await assert.rejects(call(coffer), { undecided: false })
        assert.equal(sent.length, 1)
      }
    }
    await assert.rejects(scripted(sdk, [FINAL]).coffer.purchase(PURCHASE), { retry: 'new-request' })
  })

  test('a bug of ours is not hammered, and leaves the outcome open', async () => {
    const { coffer, sent } = scripted(sdk, [refusal(500, 'INTERNAL')])
    await assert.rejects(coffer.purchase(PURCHASE), { code: 'INTERNAL', undecided: true, retry: 'same-request' })
    assert.equal(sent.length, 1)
  })
})

suite('when repeating ends', () => {
  test('after 30 seconds of tries and waits, unless another time is given for the client or for the call', async (t) => {
    t.mock.method(performance, 'now', () => 0)
    const tries = async (client: object, call: object) => {
      const { coffer, sent } = scripted(sdk, [UNDECIDED], client)
      await assert.rejects(coffer.purchase(PURCHASE, call), (error) => (error as CofferError).tries === sent.length)
      return sent.length
    }
    assert.equal(await tries({}, {}), 15)
    assert.equal(await tries({ retry: { forMs: 5_000 } }, {}), 3)
    assert.equal(await tries({ retry: { forMs: 5_000 } }, { retry: { forMs: 9_000 } }), 5)
    assert.equal(await tries({ retry: { forMs: 0 } }, {}), 1)
  })

  test('the waits after lost answers grow, and are not the same for everyone', async () => {
    const waitsFor = async (byte: number) => {
      const { coffer, waits } = scripted(sdk, [LOST], { randomBytes: (size) => new Uint8Array(size).fill(byte) })
      await assert.rejects(coffer.purchase(PURCHASE))
      return waits.slice(0, 6)
    }
    assert.deepEqual(await waitsFor(0), [188, 375, 750, 1500, 3000, 3000])
    assert.deepEqual(await waitsFor(255), [313, 625, 1250, 2500, 5000, 5000])
  })

  test('what is thrown then says that the outcome is unknown and that the same ids must come again', async () => {
    for (const last of [UNDECIDED, LOST, GATEWAY, page(408)]) {
      await assert.rejects(scripted(sdk, [last]).coffer.purchase(PURCHASE), (error) => {
        assert.ok(error instanceof sdk.CofferError)
        assert.deepEqual([error.undecided, error.retry], [true, 'same-request'])
        assert.match(error.message, /not known: send the same one again, with the same ids/)
        return true
      })
    }
  })

  test('an answer at the door after a lost one decides nothing; an answer about the click does', async () => {
    const after = (last: () => Response) => scripted(sdk, [LOST, last]).coffer.purchase(PURCHASE)
    await assert.rejects(after(refusal(401, 'INVALID_SIGNATURE')), {
      code: 'INVALID_SIGNATURE',
      undecided: true,
      tries: 2,
    })
    await assert.rejects(after(refusal(403, 'OPERATOR_SUSPENDED')), { undecided: true })
    await assert.rejects(after(refusal(422, 'INSUFFICIENT_FUNDS')), { undecided: false, retry: 'new-request' })
    await assert.rejects(after(FINAL), { undecided: false })
  })

  test('after a lost answer, what is not Coffer\u2019s own word about the request decides nothing', async () => {
    const json = answer(403, { error: { code: 'FORBIDDEN', message: 'Blocked by policy.' } })
    const moved = page(302, { location: 'https://maintenance.test/' })
    for (const last of [page(403), page(404), moved, page(410), json, refusal(404, 'NOT_FOUND')]) {
      const { coffer, sent } = scripted(sdk, [LOST, last])
      await assert.rejects(coffer.purchase(PURCHASE), { undecided: true, retry: 'same-request', tries: 2 })
      assert.equal(sent.length, 2)
    }
    for (const last of [NOBODY_THERE, BUSY]) {
      const { coffer } = scripted(sdk, [LOST, last])
      await assert.rejects(coffer.purchase(PURCHASE), { undecided: true, retry: 'same-request' })
    }
    for (const code of ['ROUND_NOT_FOUND', 'INVENTORY_ITEM_NOT_FOUND']) {
      const { coffer } = scripted(sdk, [LOST, refusal(404, code)])
      await assert.rejects(coffer.purchase(PURCHASE), { undecided: false, retry: 'never' })
    }
  })

  test('what was never sent, or was one too many, is known to have done nothing', async () => {
    for (const last of [NOBODY_THERE, BUSY, refusal(429, 'RATE_LIMITED'), page(429)]) {
      await assert.rejects(scripted(sdk, [last]).coffer.purchase(PURCHASE), (error) => {
        assert.ok(error instanceof sdk.CofferError)
        assert.deepEqual([error.undecided, error.retry], [false, 'same-request'])
        assert.doesNotMatch(error.message, /not known/)
        return true
      })
    }
  })

  test('whatever only reads is never undecided', async () => {
    await assert.rejects(scripted(sdk, [LOST]).coffer.getBox({ boxId: 1 }), { undecided: false, retry: 'same-request' })
  })
})

suite('time', () => {
  const silent = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)))

  test('an answer that does not come in time is a lost one', async () => {
    const { coffer } = scripted(sdk, [], { fetch: silent, timeoutMs: 20, retry: { forMs: 0 } })
    await assert.rejects(coffer.purchase(PURCHASE), { code: 'NO_ANSWER', undecided: true, message: /within 20 ms/ })
    await assert.rejects(coffer.health(undefined, { timeoutMs: 10 }), { code: 'NO_ANSWER', message: /within 10 ms/ })
  })

  test('a time with a fraction of a millisecond is rounded up', async () => {
    for (const [client, call] of [
      [{ timeoutMs: 9.5 }, {}],
      [{}, { timeoutMs: 9.5 }],
    ]) {
      const { coffer } = scripted(sdk, [], { fetch: silent, retry: { forMs: 0 }, ...client })
      await assert.rejects(coffer.purchase(PURCHASE, call), { code: 'NO_ANSWER', message: /within 10 ms/ })
    }
  })

  test('a signal ends a try at once, and says that what was sent may have taken effect', async () => {
    const stop = new AbortController()
    const { coffer, sent } = scripted(sdk, [() => silent(null, sent[0])])
    const call = coffer.purchase(PURCHASE, { signal: stop.signal })
    await Promise.resolve()
    stop.abort('closing')
    assert.equal(sent[0]?.signal.aborted, true)
    await assert.rejects(call, { code: 'ABORTED', cause: 'closing', undecided: true, tries: 1 })
  })

  test('a signal ends a wait, and nothing is sent after it', async () => {
    for (const [first, undecided] of [
      [UNDECIDED, true],
      [NOBODY_THERE, false],
    ] as const) {
      const stop = new AbortController()
      const { coffer, sent } = scripted(sdk, [first, DONE], { wait: async () => stop.abort() })
      await assert.rejects(coffer.purchase(PURCHASE, { signal: stop.signal }), {
        ...{ code: 'ABORTED', undecided, retry: 'same-request' },
      })
      assert.equal(sent.length, 1)
    }
  })

  test('the real wait ends with its signal too', async () => {
    const stop = new AbortController()
    const { coffer } = scripted(
      sdk,
      [
        () => {
          setImmediate(() => stop.abort())
          return UNDECIDED()
        },
      ],
      { wait: undefined as never },
    )
    await assert.rejects(coffer.purchase(PURCHASE, { signal: stop.signal }), { code: 'ABORTED', tries: 1 })
  })

  test('a call whose signal was ended before sends nothing and changes nothing', async () => {
    const { coffer, sent } = scripted(sdk, [DONE])
    await assert.rejects(coffer.purchase(PURCHASE, { signal: AbortSignal.abort() }), { undecided: false })
    assert.equal(sent.length, 0)
  })
})
