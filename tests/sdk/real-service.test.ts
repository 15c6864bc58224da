import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Coffer, CofferOptions } from '@coffer/operator-sdk'
import { faults } from '@coffer/reference-operator'
import { boxOf, openBody, startWorld, type World } from '../support/world.ts'
import { packedSdk } from './support/packed.ts'

const { createCoffer } = await packedSdk()
/** What a player of the reference wallet has before the first call. */
const BEGINS_WITH = 100_000

type Setting = { world: World; coffer: Coffer; statuses: number[]; balance(): number }

/** A world with a client of the packed SDK, which notes the status of every answer. */
async function start(t: TestContext, options: Partial<CofferOptions> = {}): Promise<Setting> {
  const world = await startWorld(t)
  const { keyId, keySecret, slug } = world.operator
  const statuses: number[] = []
  const noting: typeof fetch = async (url, init) => {
    const response = await (options.fetch ?? fetch)(url, init)
    statuses.push(response.status)
    return response
  }
  const now = () => world.clock.now().getTime()
  const wait = async () => {}
  const coffer = createCoffer({ baseUrl: world.baseUrl, keyId, keySecret, now, wait, ...options, fetch: noting })
  return { world, coffer, statuses, balance: () => world.casino.wallet.balance(slug, 'ann', 'EUR') ?? BEGINS_WITH }
}

const purchaseOf = ({ operator }: World) => ({ playerExternalId: 'ann', ...openBody(operator, 'click') })

/** Loses the first answer to a call of this address. */
function losingFirst(ending: string): { fetch: typeof fetch; count(): number } {
  let lost = 0
  const losing: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (!String(url).endsWith(ending) || lost > 0) return response
    lost += 1
    await response.text()
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
  }
  return { fetch: losing, count: () => lost }
}

test('a purchase whose first answer is lost on its way is charged once', async (t) => {
  const losing = losingFirst('/purchase')
  const { world, coffer, statuses, balance } = await start(t, { fetch: losing.fetch })
  await coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: {} })
  const before = balance()
  const { round, balanceAfterMinor } = await coffer.purchase(purchaseOf(world))
  assert.equal(losing.count(), 1)
  assert.equal(balance(), before - round.betMinor)
  assert.equal(balanceAfterMinor, balance())
  assert.deepEqual(statuses, [201, 200])
  const { rounds } = await coffer.listRounds({ playerExternalId: 'ann' })
  assert.deepEqual(
    rounds.map(({ publicId }) => publicId),
    [round.publicId],
  )
})

test('an order whose first answer is lost on its way is placed once, also when nobody named the click', async (t) => {
  const losing = losingFirst('/shipping/orders')
  const { world, coffer, statuses } = await start(t, { fetch: losing.fetch })
  const ofPlayer = { playerExternalId: 'ann' }
  const itemId = world.operator.items['sample-physical']!
  const { item } = await coffer.buyWithNuggets({ ...ofPlayer, clientActionId: 'mug', itemId })
  const address = { name: 'Ann', line1: '2 Quay', city: 'Ghent', region: 'Flanders', postalCode: '9000', country: 'BE' }
  const contact = { email: 'ann@example.com' }
  const { order } = await coffer.createOrder({ ...ofPlayer, inventoryItemIds: [item.id], address, contact })
  assert.equal(losing.count(), 1)
  assert.deepEqual(statuses, [201, 201])
  const { orders } = await coffer.listOrders(ofPlayer)
  assert.deepEqual(orders, [order])
})

test('a purchase that the wallet booked without saying so is repeated by itself and charged once', async (t) => {
  const { world, coffer, statuses, balance } = await start(t)
  const before = balance()
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset({ apply: true }), times: 1 })
  const { round } = await coffer.purchase(purchaseOf(world))
  assert.deepEqual(statuses, [503, 200])
  assert.equal(round.status, 'settled')
  assert.equal(balance(), before - round.betMinor)
})

test('what stays undecided is thrown as that, and a later call with the same click settles it', async (t) => {
  const { world, coffer, balance } = await start(t, { retry: { forMs: 3_000 } })
  const before = balance()
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  await assert.rejects(coffer.purchase(purchaseOf(world)), {
    ...{ code: 'WALLET_UNAVAILABLE', undecided: true, retry: 'same-request', retryAfterSeconds: 2 },
  })
  world.casino.wallet.faults.length = 0
  const { round } = await coffer.purchase(purchaseOf(world))
  assert.equal(balance(), before - round.betMinor)
})

test('a refusal of the wallet is final and asked once', async (t) => {
  const { world, coffer, statuses } = await start(t)
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.refuse('LIMIT_REACHED') })
  await assert.rejects(coffer.purchase(purchaseOf(world)), (error) => {
    const { code, undecided, retry, tries, docUrl, details, round } = error as InstanceType<
      typeof import('@coffer/operator-sdk').CofferError
    >
    assert.deepEqual(
      { code, undecided, retry, tries },
      { code: 'WALLET_UNAVAILABLE', undecided: false, retry: 'new-request', tries: 1 },
    )
    assert.equal(docUrl, `${world.baseUrl}/docs/errors/WALLET_UNAVAILABLE`)
    assert.equal(details.walletErrorCode, 'LIMIT_REACHED')
    assert.equal(round?.status, 'voided')
    return true
  })
  assert.deepEqual(statuses, [503])
})

test('a held box is bought, cancelled, and cancelled again to the same end', async (t) => {
  const { world, coffer, balance } = await start(t)
  const before = balance()
  const { round } = await coffer.purchase({ ...purchaseOf(world), mode: 'prepay' })
  const cancel = () => coffer.cancelHeldRound({ playerExternalId: 'ann', roundPublicId: round.publicId })
  assert.deepEqual(await cancel(), await cancel())
  assert.equal(balance(), before)
})

test('reads answer what their types say', async (t) => {
  const { world, coffer } = await start(t)
  const { boxId, boxVersionId } = boxOf(world.operator)
  assert.equal((await coffer.health()).status, 'ok')
  assert.deepEqual(
    (await coffer.listBoxes({ ids: [boxId] })).boxes.map((box) => box.boxVersionId),
    [boxVersionId],
  )
  assert.equal((await coffer.getBox({ boxId })).box.boxId, boxId)
  assert.deepEqual((await coffer.listDeliveries({ limit: 1 })).deliveries.length <= 1, true)
  await assert.rejects(coffer.getRound({ publicId: 'rnd_none', playerExternalId: 'ann' }), { code: 'ROUND_NOT_FOUND' })
  await assert.rejects(coffer.getDelivery({ deliveryId: 'whd_999999' }), { code: 'DELIVERY_NOT_FOUND' })
})
