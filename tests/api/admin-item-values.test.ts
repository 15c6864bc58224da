import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AdminItem } from '@coffer/contract/admin'
import type { InventoryRow } from '@coffer/contract/shapes'
import { convertOperator, setRates } from '@coffer/service/administration'
import fc from 'fast-check'
import { itemOf, itemsAs } from '../support/admin-items.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { faultyFields, startDesk } from '../support/staff.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

/** The crown is a collectible worth 5000: one person can set at most 30000. */

async function start(t: TestContext, settings: Record<string, unknown> = {}, catalogue = sureBoxes()) {
  const world = await startWorld(t, { operators: { aurum: { catalogue, settings } } })
  const { operator: aurum } = world
  const signIn = (name: string, role: 'catalog' | 'owner' | 'viewer') =>
    startDesk(world, `${name}@aurum.example`, [role], aurum)
  const catalog = await signIn('cat', 'catalog')
  const owner = await signIn('owner', 'owner')
  const items = itemsAs(
    () => aurum,
    () => catalog,
  )
  const rows = openRows(world.databaseUrl)
  const isHeld = async (valueMinor: number, desk = catalog) => {
    const { status, body, text } = await items.setValue('crown', valueMinor, desk)
    assert.equal(status, 200, text)
    return body.isHeld
  }
  return { world, aurum, signIn, catalog, owner, rows, isHeld, ...items }
}

/** The crowns in the vaults of players, as the players see them. */
async function crownsOf(players: readonly Player[]): Promise<InventoryRow[]> {
  const lists = await Promise.all(players.map((player) => player.inventory()))
  return lists.flatMap(({ body }) => (body.items as InventoryRow[]).filter(({ name }) => name === 'Sure crown'))
}

const sumOf = (amounts: readonly (number | null)[]) => amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)

test('value preview: it is what boxes and vaults show once the value is set', async (t) => {
  const settings = {
    'collectibles.creditedRiseBps': 4000,
    'cashback.maxItemMinor': 6000,
    'catalog.pauseUnprofitable': true,
  }
  const { world, aurum, preview, setValue, isHeld } = await start(t, settings)
  const players = [await world.play(aurum, 'ann'), await world.play(aurum, 'bob')]
  for (const player of players) await win(aurum, player, 'crown')
  await isHeld(5300)
  await win(aurum, players[0]!, 'crown')
  const { boxId } = aurum.boxes.crown!
  let pausedCount = 0
  let notPaidCount = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30_000 }), async (wanted) => {
      const valueMinor = Math.min(wanted, (await preview('crown', wanted)).largestValueMinor)
      const shown = await preview('crown', valueMinor)
      const crowns = await crownsOf(players)
      assert.equal(told(await setValue('crown', valueMinor)), 200)
      const after = await crownsOf(players)
      const { currentRtpBps, isPaused } = (await aurum.coffer.getBox({ boxId })).box
      const [box] = shown.boxes
      assert.deepEqual([shown.boxCount, box!.newRtpBps, box!.willBePaused], [1, currentRtpBps, isPaused])
      assert.equal(box!.willBeUnprofitable, isPaused)
      assert.deepEqual(shown.vaults, [
        {
          ...{ currency: 'EUR', itemCount: 3 },
          valueMinor: sumOf(crowns.map((crown) => crown.valueMinor)),
          newValueMinor: sumOf(after.map((crown) => crown.valueMinor)),
          cashbackMinor: sumOf(crowns.map((crown) => crown.cashbackMinor)),
          newCashbackMinor: sumOf(after.map((crown) => crown.cashbackMinor)),
          notPaidCount: crowns.filter((crown) => crown.cashbackMinor === null).length,
          willNotBePaidCount: after.filter((crown) => crown.cashbackMinor === null).length,
        },
      ])
      pausedCount += isPaused ? 1 : 0
      notPaidCount += shown.vaults[0]!.willNotBePaidCount
    }),
    { numRuns: 12, examples: [[30_000], [4000]], endOnFailure: true },
  )
  assert.ok(pausedCount > 0 && notPaidCount > 0, 'some values pause the box, and some are not paid')
})

test('value preview: other items change no vault, and a preview writes nothing', async (t) => {
  const { world, aurum, preview, rows } = await start(t)
  await win(aurum, await world.play(aurum, 'ann'), 'mug')
  const unchanged = await rows.fingerprint()
  const shown = await preview('mug', 5401)
  assert.deepEqual([shown.vaults, shown.needsApproval, shown.largestValueMinor], [[], true, 5400])
  assert.equal((await preview('mug', 5400)).needsApproval, false)
  const [box] = shown.boxes
  assert.deepEqual(
    [box!.currentRtpBps, box!.newRtpBps],
    [8367, 8367],
    'a box counts an item that is not a collectible at its published value',
  )
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('value preview: boxes that become unprofitable come first, then all by name', async (t) => {
  const { items, boxes } = sureBoxes()
  const crown = boxes.find(({ key }) => key === 'crown')!
  const more = [
    { ...crown, key: 'c', slug: 'c', name: 'Cheap', priceMinor: 5100 },
    { ...crown, key: 'b', slug: 'b', name: 'Boxed', priceMinor: 5700 },
  ]
  const catalogue = { items, boxes: [...boxes, ...more] }
  const { preview, read } = await start(t, { minRtpBps: 5000 }, catalogue)
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  assert.deepEqual(named((await read('crown')).boxes), ['Boxed', 'Cheap', 'Sure box of crown'])
  const shown = await preview('crown', 5800)
  assert.deepEqual(named(shown.boxes), ['Cheap', 'Boxed', 'Sure box of crown'])
  assert.deepEqual(
    shown.boxes.map(({ willBeUnprofitable }) => willBeUnprofitable),
    [true, false, false],
  )
})

test('value preview: a value with which sums would be too large is refused by its name', async (t) => {
  const { world, aurum, catalog, path } = await start(t)
  await win(aurum, await world.play(aurum, 'ann'), 'crown')
  const { ctx } = world.service
  await setRates(ctx, 'EUR', { USD: '0.0001' }, 'test')
  await convertOperator(ctx, aurum.operatorId, 'USD', { actor: 'test', allowRtpOutside: true })
  const largest = { valueMinor: 1_000_000_000_000 }
  assert.deepEqual(await faultyFields(catalog, path('crown', '/value/preview'), largest), ['valueMinor'])
})

test('value preview: items in vaults in another currency count at the rate of now', async (t) => {
  const { world, aurum, preview, setValue } = await start(t)
  const ann = await world.play(aurum, 'ann')
  await win(aurum, ann, 'crown')
  const { ctx } = world.service
  await setRates(ctx, 'EUR', { USD: '2' }, 'test')
  await convertOperator(ctx, aurum.operatorId, 'USD', { actor: 'test' })
  assert.deepEqual((await preview('crown', 12_000)).vaults, [
    {
      ...{ currency: 'EUR', itemCount: 1, valueMinor: 5000, newValueMinor: 6000 },
      ...{ cashbackMinor: 4500, newCashbackMinor: 5400, notPaidCount: 0, willNotBePaidCount: 0 },
    },
  ])
  assert.equal(told(await setValue('crown', 12_000)), 200)
  const [crown] = (await aurum.coffer.listInventory({ playerExternalId: 'ann' })).items
  assert.deepEqual([crown!.currency, crown!.valueMinor, crown!.cashbackMinor], ['EUR', 6000, 5400])
})

test('value: a change that was previewed in another currency is refused', async (t) => {
  const { world, aurum, preview, read, path, catalog } = await start(t)
  const { revisionId, currency } = await preview('crown', 6000)
  const { ctx } = world.service
  await setRates(ctx, 'EUR', { USD: '2' }, 'test')
  await convertOperator(ctx, aurum.operatorId, 'USD', { actor: 'test' })
  assert.equal((await read('crown')).revisionId, revisionId, 'a conversion adds no value')
  const change = { valueMinor: 6000, revisionId, currency, reason: 'Market price' }
  assert.equal(told(await catalog.post(path('crown', '/value'), change)), '409 ITEM_CHANGED')
  assert.equal((await read('crown')).valueMinor, 10_000)
})

test('value: it is set with an audit entry; the value in force changes nothing', async (t) => {
  const { read, setValue, catalog } = await start(t)
  const before = await read('crown')
  const answer = await setValue('crown', 5400)
  const item = itemOf(answer)
  assert.equal(answer.body.isHeld, false)
  assert.deepEqual([item.valueMinor, item.heldValue], [5400, null])
  assert.deepEqual(
    item.values.map(({ valueMinor, currency }) => [valueMinor, currency]),
    [
      [5000, 'EUR'],
      [5400, 'EUR'],
    ],
  )
  assert.equal(item.values.at(-1)!.revisionId, item.revisionId)
  assert.notEqual(item.revisionId, before.revisionId)
  const [entry] = item.changes
  assert.deepEqual(
    [entry!.action, entry!.actor, entry!.actorName, entry!.reason, entry!.currency, entry!.changes],
    [
      'item.value_set',
      `staff:${catalog.staff.staffId}`,
      'cat@aurum.example',
      'Market price',
      'EUR',
      [{ field: null, before: 5000, after: 5400 }],
    ],
  )
  assert.deepEqual(itemOf(await setValue('crown', 5400)), item)
})

test('value: of concurrent changes that are based on one value, one is made', async (t) => {
  const { path, read, catalog, owner } = await start(t)
  const { revisionId } = await read('crown')
  const set = (valueMinor: number) => ({ valueMinor, revisionId, currency: 'EUR', reason: 'Market price' })
  const answers = await Promise.all(
    [5100, 5200, 5300, 5400].map((value, index) =>
      [catalog, owner][index % 2]!.post(path('crown', '/value'), set(value)),
    ),
  )
  const results = answers.map(told).map(String).sort()
  assert.deepEqual(results, ['200', '409 ITEM_CHANGED', '409 ITEM_CHANGED', '409 ITEM_CHANGED'])
  assert.equal((await read('crown')).values.length, 2)
  const made = answers.find(({ status }) => status === 200)!
  assert.equal((await read('crown')).valueMinor, itemOf(made).valueMinor)
})

test('value: bad values and reasons are refused by the name of the field', async (t) => {
  const { path, read, catalog } = await start(t)
  const { revisionId } = await read('crown')
  const good = { valueMinor: 5100, revisionId, currency: 'EUR', reason: 'Market price' }
  for (const [field, value] of [
    ['valueMinor', -1],
    ['valueMinor', 1.5],
    ['valueMinor', '5100'],
    ['valueMinor', 1_000_000_000_001],
    ['revisionId', 0],
    ['revisionId', undefined],
    ['currency', undefined],
    ['reason', ''],
    ['reason', undefined],
    ['reason', 'x'.repeat(501)],
  ] as const) {
    assert.deepEqual(await faultyFields(catalog, path('crown', '/value'), { ...good, [field]: value }), [field])
  }
  assert.deepEqual(await faultyFields(catalog, path('crown', '/value/preview'), { valueMinor: null }), ['valueMinor'])
  assert.equal((await read('crown')).valueMinor, 5000)
})

const heldOf = ({ heldValue }: AdminItem) =>
  heldValue && [heldValue.fromMinor, heldValue.valueMinor, heldValue.actorName, heldValue.reason, heldValue.isOwn]

test('held value: only a second person approves it, and only once', async (t) => {
  const { world, signIn, catalog, owner, read, isHeld, decide, keysOf, pageOf } = await start(t)
  assert.equal(await isHeld(30_001, owner), true)
  const item = await read('crown')
  assert.deepEqual(heldOf(item), [5000, 30_001, 'owner@aurum.example', 'Market price', false])
  assert.equal(item.valueMinor, 5000)
  assert.deepEqual(await keysOf({ value: 'waiting' }), ['crown'])
  assert.equal((await pageOf({ search: 'crown' })).items[0]!.heldValueMinor, 30_001)
  assert.equal((await read('crown', owner)).heldValue!.isOwn, true)

  assert.equal(told(await decide('crown', 'approve', owner)), '403 SECOND_PERSON_REQUIRED')
  assert.equal(told(await decide('crown', 'approve', catalog)), '403 STAFF_FORBIDDEN')
  assert.equal((await read('crown')).valueMinor, 5000)

  const second = await signIn('second', 'owner')
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { heldValueId } = item.heldValue!
  const body = { operator: 'aurum' }
  const answers = await Promise.all(
    [second, admin, second, admin].map((desk) =>
      desk.post(`/items/${item.itemId}/held-values/${heldValueId}/approve`, body),
    ),
  )
  const waitsNot = '409 HELD_VALUE_NOT_WAITING'
  assert.deepEqual(answers.map(told).map(String).sort(), ['200', waitsNot, waitsNot, waitsNot])
  const approved = await read('crown')
  assert.deepEqual([approved.valueMinor, approved.heldValue, approved.values.length], [30_001, null, 2])
  assert.deepEqual(
    approved.changes.map(({ action, reason, changes: [change] }) => [action, reason, change!.before, change!.after]),
    [
      ['catalog.value_approved', null, 5000, 30_001],
      ['catalog.value_held', 'Market price', 5000, 30_001],
    ],
  )
})

test('held value: another person declines it, or the one who asked withdraws it', async (t) => {
  const { catalog, owner, read, isHeld, decide, signIn } = await start(t)
  await isHeld(40_000)
  const { heldValueId } = (await read('crown')).heldValue!
  assert.equal(told(await decide('crown', 'decline', await signIn('vic', 'viewer'))), '403 STAFF_FORBIDDEN')
  const item = itemOf(await decide('crown', 'decline', catalog))
  assert.deepEqual([item.heldValue, item.valueMinor], [null, 5000])
  assert.deepEqual([item.changes[0]!.action, item.changes[0]!.reason], ['catalog.value_declined', 'Wrong figure'])
  for (const decision of ['approve', 'decline'] as const) {
    assert.equal(told(await decide('crown', decision, owner, heldValueId)), '409 HELD_VALUE_NOT_WAITING')
  }
  await isHeld(40_000)
  assert.deepEqual(heldOf(await read('crown')), [5000, 40_000, 'cat@aurum.example', 'Market price', true])
  const declined = itemOf(await decide('crown', 'decline', owner))
  assert.deepEqual([declined.heldValue, declined.changes[0]!.actorName], [null, 'owner@aurum.example'])
})

test('held value: it lapses on a new value or after 72 hours, and is of its item', async (t) => {
  const { world, owner, read, isHeld, decide, keysOf, path, signIn } = await start(t, {
    'session.idleMinutes': 720,
  })
  await isHeld(40_000)
  const { heldValueId } = (await read('crown')).heldValue!
  assert.equal(
    told(await owner.post(path('mug', `/held-values/${heldValueId}/approve`), {})),
    '409 HELD_VALUE_NOT_WAITING',
  )
  assert.equal(
    told(await owner.post(path('mug', `/held-values/${heldValueId}/decline`), { reason: 'Wrong' })),
    '409 HELD_VALUE_NOT_WAITING',
  )

  await isHeld(5500)
  assert.equal((await read('crown')).heldValue!.isOutdated, true)
  assert.deepEqual(await keysOf({ value: 'waiting' }), [])
  assert.equal(told(await decide('crown', 'approve', owner)), '409 HELD_VALUE_NOT_WAITING')

  await isHeld(50_000)
  const waits = (await read('crown')).heldValue!
  assert.notEqual(waits.heldValueId, heldValueId, 'it takes the place of the outdated one')
  world.clock.advance(72 * 3_600_000)
  const late = await signIn('late', 'owner')
  assert.equal((await read('crown', late)).heldValue, null)
  assert.equal(told(await decide('crown', 'approve', late, waits.heldValueId)), '409 HELD_VALUE_NOT_WAITING')
  assert.equal((await read('crown', late)).valueMinor, 5500)
})

test('held value: one that an API key asked for is approved by an owner', async (t) => {
  const { aurum, owner, read, decide } = await start(t)
  await assert.rejects(aurum.coffer.recordValue({ itemId: aurum.items.crown!, valueMinor: 60_000 }), {
    code: 'VALUE_STEP_TOO_LARGE',
  })
  const { heldValue } = await read('crown')
  assert.deepEqual([heldValue!.actorName, heldValue!.isPlatformStaff, heldValue!.reason], [null, false, null])
  assert.equal(heldValue!.actor, aurum.keyId)
  assert.equal(itemOf(await decide('crown', 'approve', owner)).valueMinor, 60_000)
  assert.equal(
    (await auditEntries(owner)).find(({ action }) => action === 'catalog.value_approved')!.actor,
    `staff:${owner.staff.staffId}`,
  )
})
