import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, type TestContext, test } from 'node:test'
import type { PersonalData, StoredData } from '@coffer/contract/admin'
import { changeOrder, exportPersonalData, verifyAuditChain } from '@coffer/service/administration'
import { playersAs } from '../support/admin-players.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { PRIVATE_WORDS } from '../support/check-secrets.ts'
import { told } from '../support/door.ts'
import {
  mintLink,
  openLink,
  ownerNamed,
  remainsOf,
  signInReviewer,
  storedKeys,
  submitFor,
  type TestReviewer,
} from '../support/kyc.ts'
import { BRAM, ZOFIA } from '../support/kyc-people.ts'
import {
  bringTo,
  buy,
  countRowsContaining,
  erase,
  personalDataOf,
  placeAllKindsOfOrders,
  recipient,
} from '../support/personal-data.ts'
import { subscribe } from '../support/receiver.ts'
import { openLogin, openRows, type Rows } from '../support/rows.ts'
import { noticesOf, readOrder, ship } from '../support/shipping.ts'
import { shippingCatalogue } from '../support/shipping-world.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const NOTHING = { verifications: 0, photos: 0, finishedOrders: 0, orderCopies: 0, openOrders: 0 }
const ERASED_ADDRESS = {
  ...{ name: '', line1: '', line2: null, city: '', region: '', postalCode: '', country: 'IE', phone: null },
}

let world: World
let aurum: TestOperator
let rows: Rows
let owner: DeskBrowser
let reviewer: TestReviewer

before(async (t) => {
  const settings = {
    'kyc.enabled': true,
    'session.idleMinutes': 720,
    'game.maxReels': 20,
    'shipping.defaultCostMinor': 300,
  }
  const operator = { catalogue: shippingCatalogue(), settings }
  world = await startWorld(t as TestContext, {
    operators: { aurum: operator, beryl: operator },
    service: { limits: { exportPageCount: 2, erasedOrdersCount: 3 } },
  })
  aurum = world.operators.aurum!
  rows = openRows(world.databaseUrl)
  owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  reviewer = await signInReviewer(world)
})

const { idOf } = playersAs(() => owner)

const stageOf = (playerExternalId: string, operator = aurum) => ({ world, operator, playerExternalId })

test('personal data: an erasure leaves nothing of this player and all of the others', async (t) => {
  const { receiver } = await subscribe(t as TestContext, world, aurum, ['fulfillment_notice'])
  const requestId = await submitFor(world, aurum, 'gone', ZOFIA)
  await reviewer.decide(requestId, 'confirmed')
  const stays = stageOf('stays')
  await submitFor(world, aurum, 'stays', BRAM)
  const [gone, other, namesake] = [recipient('quixel'), recipient('wombat'), recipient('zephyr')]
  const { finished, delivered } = await placeAllKindsOfOrders(stageOf('gone'), gone)
  await placeAllKindsOfOrders(stays, other)
  await placeAllKindsOfOrders(stageOf('gone', world.operators.beryl!), namesake)
  const kept = [await countRowsContaining(rows, 'wombat'), await countRowsContaining(rows, 'zephyr')]
  assert.deepEqual(Object.keys(await countRowsContaining(rows, 'quixel')).sort(), [
    ...['actions', 'outbox_events', 'shipping_intents', 'shipping_orders'],
  ])
  const playerId = await idOf('gone')
  const before = await personalDataOf(owner, playerId)
  const copies = await countRowsContaining(rows, 'quixel')
  assert.deepEqual(before, {
    stored: {
      ...{ verifications: 1, photos: 3, finishedOrders: 4, openOrders: 0 },
      orderCopies: copies.actions! + copies.outbox_events! + copies.shipping_intents!,
    },
    records: [],
  })

  const after = await erase(owner, playerId)
  assert.deepEqual(await countRowsContaining(rows, 'quixel'), {})
  assert.deepEqual([await remainsOf(rows, requestId), storedKeys(world, requestId)], [[], []])
  assert.deepEqual([await countRowsContaining(rows, 'wombat'), await countRowsContaining(rows, 'zephyr')], kept)
  assert.deepEqual(after.stored, NOTHING)
  await assertRecorded(after, { before: before.stored, finished })
  assert.deepEqual(await personalDataOf(owner, playerId), after)

  const { order } = await aurum.coffer.getOrder({ playerExternalId: 'gone', publicId: delivered })
  assert.deepEqual(
    [order.address, order.contact, order.userNotes, order.trackingUrl, order.status, order.erasedAt],
    [ERASED_ADDRESS, { email: '' }, null, null, 'delivered', world.clock.now().toISOString()],
  )
  await world.tick('webhooks')
  const received = receiver.received.filter(({ body }) => body.playerExternalId === 'gone')
  assert.ok(received.length > 4)
  for (const { text } of received) {
    assert.ok(!text.includes('quixel'), 'a delivery after the erasure contains the address')
    assert.ok(text.includes('"erasedAt"'))
  }
})

/** The erasure of the newest record is in the audit log, with what was stored before it and the orders that it erased. */
async function assertRecorded(
  { records }: PersonalData,
  { before, finished }: { before: StoredData; finished: readonly string[] },
): Promise<void> {
  const { entryNumber: _, at: __, actor, ...record } = records[0]!
  assert.deepEqual(record, {
    ...{ kind: 'erasure', isCompleted: true, reason: 'Letter of 3 May', sha256: null, before, after: NOTHING },
    ...{ actorName: 'owner@aurum.example', isPlatformStaff: false },
  })
  const entries = (await auditEntries(owner)).filter((entry) => entry.actor === actor)
  const idsIn = ({ details }: (typeof entries)[number]) => (details.publicIds ?? []) as string[]
  assert.deepEqual(
    entries.map((entry) => [entry.action, idsIn(entry).length]),
    [
      ['player.data_erased', 0],
      ['order.erased', 1],
      ['order.erased', 3],
      ['kyc.erased', 0],
      ['player.data_erasure_started', 0],
      ['staff.signed_in', 0],
    ],
  )
  assert.deepEqual(entries.flatMap(idsIn).sort(), finished.toSorted())
  const { ctx } = world.service
  const chain = await ctx.tx(aurum.operatorId, (tx) => verifyAuditChain(ctx, tx, aurum.operatorId))
  assert.ok(chain.ok)
}

test('personal data: a repeated order gets its stored answer without the person', async () => {
  const stage = stageOf('repeats')
  const to = recipient('narwhal')
  await placeAllKindsOfOrders(stage, to)
  const player = await world.play(aurum, 'repeats')
  await erase(owner, await idOf('repeats'))
  const more = { address: to.address, contact: to.contact, notes: to.notes, clientActionId: 'to-deliver' }
  const again = await ship(player, [1], more)
  assert.equal(again.status, 201, again.text)
  assert.deepEqual([again.body.order.address, again.body.order.contact], [ERASED_ADDRESS, { email: '' }])
  const bought = await aurum.coffer.buyWithNuggets({
    ...{ playerExternalId: 'repeats', clientActionId: 'to-buy', itemId: aurum.items.mug! },
    ...{ address: to.address, contact: to.contact },
  })
  assert.deepEqual(bought.order!.address, ERASED_ADDRESS)
  assert.equal((await readOrder(player, again.body.order.publicId)).status, 200)
})

test('personal data: events and stored answers change only by an erasure', async () => {
  await placeAllKindsOfOrders(stageOf('final'), recipient('jackal'))
  await reviewer.decide(await submitFor(world, aurum, 'final', BRAM), 'confirmed')
  const scope = `-c coffer.operator_id=${aurum.operatorId}`
  const [app, jobs] = [openLogin(world.databaseUrl, 'app', scope), openLogin(world.databaseUrl, 'jobs', scope)]
  const notices = "type = 'fulfillment_notice' and payload like '%jackal%'"
  const answers = "status = 201 and body like '%jackal%'"
  const renamed = (column: string) => `jsonb_set(${column}::jsonb, '{order,publicId}', '"ord_x"')::text`
  for (const [pool, change, refused] of [
    [
      app,
      `update outbox_events set payload = erased_order(payload::jsonb)::text where ${notices}`,
      /permission denied/,
    ],
    [app, `update actions set body = erased_order(body::jsonb)::text where ${answers}`, /is final does not change/],
    [jobs, `update outbox_events set payload = ${renamed('payload')} where ${notices}`, /is final does not change/],
    [jobs, `update actions set body = ${renamed('body')} where ${answers}`, /is final does not change/],
    [jobs, `update actions set status = null, body = null where ${answers}`, /is final does not change/],
    [jobs, `update shipping_intents set fingerprint = 'x' where state = 'ordered'`, /is final does not change/],
    [
      jobs,
      `update outbox_events set payload = '{}', payload_sealed = null where payload_sealed is not null`,
      /is final does not change/,
    ],
    [
      jobs,
      `update actions set body = erased_order(body::jsonb)::text, status = 200 where ${answers}`,
      /is final does not change/,
    ],
  ] as const) {
    await assert.rejects(pool.query(change), refused, change)
  }
})

test('personal data: an open order keeps its address until it is finished', async () => {
  const stage = stageOf('open')
  const to = recipient('ocelot')
  const { publicId } = await buy(stage, to)
  await bringTo(stage, publicId, 'processing', to.word)
  const playerId = await idOf('open')
  const first = await erase(owner, playerId)
  assert.deepEqual(first.stored, { ...NOTHING, openOrders: 1 })
  assert.equal((await noticesOf(world, { publicId })).at(-1)!.order.address.line1, 'Line ocelot')
  await changeOrder(world.service.ctx, {
    ...{ operatorId: aurum.operatorId, publicId, actor: 'test' },
    save: { status: 'shipped' },
  })
  await changeOrder(world.service.ctx, {
    ...{ operatorId: aurum.operatorId, publicId, actor: 'test' },
    save: { status: 'delivered' },
  })
  const counted = (await personalDataOf(owner, playerId)).stored
  assert.deepEqual(counted, { ...NOTHING, finishedOrders: 1, orderCopies: 5 })
  const second = await erase(owner, playerId)
  assert.deepEqual([second.stored, second.records.length], [NOTHING, 2])
  assert.deepEqual(await countRowsContaining(rows, 'ocelot'), {})
})

test('personal data: of an erased order the desk can only save the cost', async () => {
  const stage = stageOf('cost')
  const to = recipient('kestrel')
  const { publicId } = await buy(stage, to)
  await bringTo(stage, publicId, 'delivered', to.word)
  await erase(owner, await idOf('cost'))
  const save = (change: object) =>
    changeOrder(world.service.ctx, { operatorId: aurum.operatorId, publicId, save: change, actor: 'test' })
  for (const change of [
    { trackingNumber: 'T-9' },
    { carrier: 'DHL' },
    { userNotes: 'Ring at kestrel' },
    { status: 'shipped_with_replacements' },
    { realizedTotalCostMinor: 5, carrier: 'DHL' },
  ]) {
    await assert.rejects(save(change), { code: 'SHIPMENT_NOT_EDITABLE' })
  }
  const { order } = await save({ realizedTotalCostMinor: 700 })
  assert.deepEqual([order.realizedTotalCostMinor, order.address], [700, ERASED_ADDRESS])
  assert.equal((await noticesOf(world, { publicId })).at(-1)!.order.contact.email, '')
  assert.deepEqual((await personalDataOf(owner, await idOf('cost'))).stored, NOTHING)
})

test('personal data: the export has all data, and its digest is recorded', async () => {
  const stage = stageOf('copy')
  const requestId = await submitFor(world, aurum, 'copy', ZOFIA)
  await reviewer.decide(requestId, 'confirmed')
  await placeAllKindsOfOrders(stage, recipient('puffin'))
  await placeAllKindsOfOrders(stageOf('copy', world.operators.beryl!), recipient('vireo'))
  await aurum.coffer.setRestrictions({ playerExternalId: 'copy', dailyOpensCount: 500 })
  const playerId = await idOf('copy')
  const answer = await owner.post(`/players/${playerId}/personal-data/export`, {})
  assert.equal(answer.status, 200)
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    new RegExp(`^attachment; filename="player-${playerId}.json"$`),
  )
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const file = JSON.parse(answer.text)
  assert.deepEqual(
    [file.operator, file.player.playerExternalId, file.restrictions.selfExcluded],
    ['aurum', 'copy', false],
  )
  const [verification] = file.verifications
  assert.deepEqual([verification.requestId, verification.email], [requestId, ZOFIA.email])
  assert.deepEqual(verification.answers.details, ZOFIA.answers.details)
  assert.deepEqual(await sizesOf(file), {
    ...{ verifications: 1, unplacedOrders: 1, restrictionChanges: 1 },
    ...{ orders: 4, items: 5, payouts: 0, rounds: 4, movements: 7 },
  })
  assert.deepEqual(
    [file.orders[0].contact.email, file.unplacedOrders[0].address.line1],
    ['puffin@mail.example', 'Line puffin'],
  )
  assert.ok(!answer.text.includes('vireo'))
  const [ended, started] = await auditEntries(owner)
  const sha256 = hash('sha256', answer.text)
  assert.deepEqual(
    [ended!.action, ended!.objectId, ended!.details],
    [
      ...['player.data_exported', 'copy'],
      { startEntryNumber: started!.entryNumber, sha256, bytesCount: Buffer.byteLength(answer.text) },
    ],
  )
  assert.deepEqual([started!.action, started!.objectId], ['player.data_export_started', 'copy'])
  const { records } = await personalDataOf(owner, playerId)
  assert.deepEqual(
    records.map(({ kind, isCompleted, sha256: shown, before, reason }) => [kind, isCompleted, shown, before, reason]),
    [['export', true, sha256, null, null]],
  )
})

test('personal data: a complete file is always recorded, and one that was cut off is shown as such', async () => {
  const owned = await ownerNamed(world, 'copy')
  const employer = { operatorId: aurum.operatorId, actor: 'test' }
  const newest = async () => (await auditEntries(owner))[0]!.action
  let text = ''
  for await (const part of await exportPersonalData(world.service.ctx, employer, owned)) {
    if (part.endsWith('}\n')) assert.equal(await newest(), 'player.data_exported')
    else assert.equal(await newest(), 'player.data_export_started')
    text += part
  }
  assert.equal(JSON.parse(text).orders.length, 4)
  for await (const _ of await exportPersonalData(world.service.ctx, employer, owned)) break
  const { records } = await personalDataOf(owner, owned.playerId)
  assert.deepEqual(
    records.slice(0, 2).map(({ isCompleted, sha256 }) => [isCompleted, sha256]),
    [
      [false, null],
      [true, hash('sha256', text)],
    ],
  )
})

async function sizesOf(file: Record<string, unknown[]>) {
  const names = [
    'verifications',
    'unplacedOrders',
    'restrictionChanges',
    'orders',
    'items',
    'payouts',
    'rounds',
    'movements',
  ]
  return Object.fromEntries(names.map((name) => [name, file[name]!.length]))
}

test('personal data: a draft is not exported, and is erased', async () => {
  const browser = (await openLink(world, await mintLink(aurum, 'draft', ZOFIA)))!
  await browser.draft(ZOFIA.answers)
  const playerId = await idOf('draft')
  const { text } = await owner.post(`/players/${playerId}/personal-data/export`, {})
  const [{ requestId, status, email, answers }] = JSON.parse(text).verifications
  assert.deepEqual([status, email, answers], ['PENDING', ZOFIA.email, null])
  assert.equal((await personalDataOf(owner, playerId)).stored.verifications, 1)
  assert.deepEqual((await erase(owner, playerId)).stored, NOTHING)
  assert.deepEqual(await remainsOf(rows, requestId), [])
})

test('personal data: a re-verification that is asked for after an erasure leaves nothing that cannot be erased', async () => {
  const { coffer } = aurum
  const asked = { playerExternalId: 'again', reason: PRIVATE_WORDS[0]! }
  await reviewer.decide(await submitFor(world, aurum, 'again', ZOFIA), 'confirmed')
  await coffer.reverifyKyc(asked)
  const playerId = await idOf('again')
  await erase(owner, playerId)
  await coffer.reverifyKyc(asked)
  assert.equal((await personalDataOf(owner, playerId)).stored.verifications, 1)
  assert.deepEqual((await erase(owner, playerId)).stored, NOTHING)
  await submitFor(world, aurum, 'again', ZOFIA)
  await erase(owner, playerId)
  await coffer.reverifyKyc(asked)
  assert.deepEqual((await personalDataOf(owner, playerId)).stored, NOTHING)
})

test('personal data: a player without data is exported and erased', async () => {
  await world.play(aurum, 'empty')
  const playerId = await idOf('empty')
  const { text } = await owner.post(`/players/${playerId}/personal-data/export`, {})
  const sizes = Object.values(await sizesOf(JSON.parse(text)))
  assert.deepEqual(
    sizes.filter((size) => size > 0),
    [],
  )
  assert.deepEqual((await erase(owner, playerId)).stored, NOTHING)
})

test('personal data: other operators, roles, players and bad reasons are refused', async () => {
  await world.play(aurum, 'own')
  const playerId = await idOf('own')
  const otherOwner = await startDesk(world, 'owner@beryl.example', ['owner'], world.operators.beryl!)
  const support = await startDesk(world, 'support@aurum.example', ['support'], aurum)
  const unchanged = await rows.fingerprint()
  const path = `/players/${playerId}/personal-data`
  const bodies = { export: {}, erase: { reason: 'x' } }
  assert.equal(told(await otherOwner.get(path)), '404 PLAYER_NOT_FOUND')
  assert.equal(told(await otherOwner.get(`${path}?operator=aurum`)), '404 OPERATOR_NOT_FOUND')
  assert.equal(told(await owner.get('/players/999999/personal-data')), '404 PLAYER_NOT_FOUND')
  for (const [action, body] of Object.entries(bodies)) {
    assert.equal(told(await otherOwner.post(`${path}/${action}`, body)), '404 PLAYER_NOT_FOUND')
    assert.equal(
      told(await otherOwner.post(`${path}/${action}`, { ...body, operator: 'aurum' })),
      '404 OPERATOR_NOT_FOUND',
    )
    assert.equal(told(await owner.post(`/players/999999/personal-data/${action}`, body)), '404 PLAYER_NOT_FOUND')
    assert.equal(told(await support.post(`${path}/${action}`, body)), '403 STAFF_FORBIDDEN')
  }
  for (const reason of [undefined, '', 'x'.repeat(501), 7]) {
    assert.deepEqual(await faultyFields(owner, `${path}/erase`, { reason }), ['reason'])
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
  assert.equal(told(await support.get(path)), 200)
})
