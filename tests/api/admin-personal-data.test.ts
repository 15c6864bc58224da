import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, type TestContext, test } from 'node:test'
import { changeOrder, verifyAuditChain } from '@coffer/service/administration'
import { playersAs } from '../support/admin-players.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { remainsOf, signInReviewer, storedKeys, submitFor, type TestReviewer } from '../support/kyc.ts'
import { BRAM, ZOFIA } from '../support/kyc-people.ts'
import { bringTo, buy, erase, orderEverything, personalDataOf, recipient, rowsWith } from '../support/personal-data.ts'
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

test('personal data: an erasure leaves nothing of the person in any table; other players keep theirs', async (t) => {
  const { receiver } = await subscribe(t as TestContext, world, aurum, ['fulfillment_notice'])
  const requestId = await submitFor(world, aurum, 'gone', ZOFIA)
  await reviewer.decide(requestId, 'confirmed')
  const stays = stageOf('stays')
  await submitFor(world, aurum, 'stays', BRAM)
  const [gone, other, namesake] = [recipient('quixel'), recipient('wombat'), recipient('zephyr')]
  const { finished, delivered } = await orderEverything(stageOf('gone'), gone)
  await orderEverything(stays, other)
  await orderEverything(stageOf('gone', world.operators.beryl!), namesake)
  const kept = [await rowsWith(rows, 'wombat'), await rowsWith(rows, 'zephyr')]
  assert.deepEqual(Object.keys(await rowsWith(rows, 'quixel')).sort(), [
    ...['actions', 'outbox_events', 'shipping_intents', 'shipping_orders'],
  ])
  const playerId = await idOf('gone')
  const before = await personalDataOf(owner, playerId)
  const copies = await rowsWith(rows, 'quixel')
  assert.deepEqual(before, {
    held: {
      ...{ verifications: 1, photos: 3, finishedOrders: 4, openOrders: 0 },
      orderCopies: copies.actions! + copies.outbox_events! + copies.shipping_intents!,
    },
    records: [],
  })

  const after = await erase(owner, playerId)
  assert.deepEqual(await rowsWith(rows, 'quixel'), {})
  assert.deepEqual([await remainsOf(rows, requestId), storedKeys(world, requestId)], [[], []])
  assert.deepEqual([await rowsWith(rows, 'wombat'), await rowsWith(rows, 'zephyr')], kept)
  assert.deepEqual(after.held, NOTHING)
  const [record] = after.records
  const { reason, before: counted, after: left, actorName, action } = record!
  assert.deepEqual(
    { reason, counted, left, actorName, action },
    {
      ...{ reason: 'Letter of 3 May', counted: before.held, left: NOTHING },
      ...{ actorName: 'owner@aurum.example', action: 'player.data_erased' },
    },
  )
  assert.deepEqual(await personalDataOf(owner, playerId), after)
  const entries = (await auditEntries(owner)).filter(({ actor }) => actor === record!.actor)
  assert.deepEqual(
    entries.map(({ action, details }) => [action, (details.publicIds as string[] | undefined)?.length]),
    [
      ['player.data_erased', undefined],
      ['order.erased', 1],
      ['order.erased', 3],
      ['kyc.erased', undefined],
      ['staff.signed_in', undefined],
    ],
  )
  assert.deepEqual(
    entries.flatMap(({ details }) => (details.publicIds as string[] | undefined) ?? []).sort(),
    finished.toSorted(),
  )
  const { ctx } = world.service
  const chain = await ctx.tx(aurum.operatorId, (tx) => verifyAuditChain(ctx, tx, aurum.operatorId))
  assert.ok(chain.ok)

  const order = await aurum.coffer.getOrder({ playerExternalId: 'gone', publicId: delivered })
  assert.deepEqual(
    [order.order.address, order.order.contact, order.order.userNotes, order.order.trackingUrl, order.order.status],
    [ERASED_ADDRESS, { email: '' }, null, null, 'delivered'],
  )
  assert.equal(order.order.erasedAt, world.clock.now().toISOString())
  await world.tick('webhooks')
  const received = receiver.received.filter(({ body }) => body.playerExternalId === 'gone')
  assert.ok(received.length > 4)
  assert.ok(
    received.every(({ text }) => !text.includes('quixel')),
    'deliveries after the erasure name nobody',
  )
})

test('personal data: a repeated order gets its stored answer without the person', async () => {
  const stage = stageOf('repeats')
  const to = recipient('narwhal')
  await orderEverything(stage, to)
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

test('personal data: no login changes an event or a stored answer, except by an erasure', async () => {
  await orderEverything(stageOf('final'), recipient('jackal'))
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
    [
      jobs,
      `update actions set body = erased_order(body::jsonb)::text, status = 200 where ${answers}`,
      /is final does not change/,
    ],
  ] as const) {
    await assert.rejects(pool.query(change), refused, change)
  }
})

test('personal data: an open order keeps its address until it is finished and erased again', async () => {
  const stage = stageOf('open')
  const to = recipient('ocelot')
  const { publicId } = await buy(stage, to)
  await bringTo(stage, publicId, 'processing', to.word)
  const playerId = await idOf('open')
  const first = await erase(owner, playerId)
  assert.deepEqual(first.held, { ...NOTHING, openOrders: 1 })
  assert.equal((await noticesOf(world, { publicId })).at(-1)!.order.address.line1, 'Line ocelot')
  await changeOrder(world.service.ctx, {
    ...{ operatorId: aurum.operatorId, publicId, actor: 'test' },
    save: { status: 'shipped' },
  })
  await changeOrder(world.service.ctx, {
    ...{ operatorId: aurum.operatorId, publicId, actor: 'test' },
    save: { status: 'delivered' },
  })
  const counted = (await personalDataOf(owner, playerId)).held
  assert.deepEqual(counted, { ...NOTHING, finishedOrders: 1, orderCopies: 5 })
  const second = await erase(owner, playerId)
  assert.deepEqual([second.held, second.records.length], [NOTHING, 2])
  assert.deepEqual(await rowsWith(rows, 'ocelot'), {})
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
  assert.deepEqual((await personalDataOf(owner, await idOf('cost'))).held, NOTHING)
})

test('personal data: the export contains everything of the player and its digest is recorded', async () => {
  const stage = stageOf('copy')
  const requestId = await submitFor(world, aurum, 'copy', ZOFIA)
  await reviewer.decide(requestId, 'confirmed')
  await orderEverything(stage, recipient('puffin'))
  await orderEverything(stageOf('copy', world.operators.beryl!), recipient('vireo'))
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
    ...{ verifications: 1, orders: 4, items: 5, payouts: 0, rounds: 4, movements: 7 },
  })
  assert.equal(file.orders[0].contact.email, 'puffin@mail.example')
  assert.ok(!answer.text.includes('vireo'))
  const [completed, exported] = await auditEntries(owner)
  assert.deepEqual(
    [completed!.action, completed!.objectId, completed!.details],
    [
      'player.data_export_completed',
      'copy',
      {
        exportEntryNumber: exported!.entryNumber,
        ...{ sha256: hash('sha256', answer.text), bytesCount: Buffer.byteLength(answer.text) },
      },
    ],
  )
  assert.deepEqual([exported!.action, exported!.objectId], ['player.data_exported', 'copy'])
  const { records } = await personalDataOf(owner, playerId)
  assert.deepEqual(
    records.map(({ action, before, after, reason }) => ({ action, before, after, reason })),
    [{ action: 'player.data_exported', before: null, after: null, reason: null }],
  )
})

async function sizesOf(file: Record<string, unknown[]>) {
  const names = ['verifications', 'orders', 'items', 'payouts', 'rounds', 'movements']
  return Object.fromEntries(names.map((name) => [name, file[name]!.length]))
}

test('personal data: what a player has not handed in is not exported, and is erased', async () => {
  await world.play(aurum, 'empty')
  const playerId = await idOf('empty')
  const { text } = await owner.post(`/players/${playerId}/personal-data/export`, {})
  assert.deepEqual(await sizesOf(JSON.parse(text)), {
    ...{ verifications: 0, orders: 0, items: 0, payouts: 0, rounds: 0, movements: 0 },
  })
  assert.deepEqual((await erase(owner, playerId)).held, NOTHING)
})

test('personal data: other operators, other roles, unknown players and bad reasons are refused', async () => {
  await world.play(aurum, 'own')
  const playerId = await idOf('own')
  const stranger = await startDesk(world, 'owner@beryl.example', ['owner'], world.operators.beryl!)
  const support = await startDesk(world, 'support@aurum.example', ['support'], aurum)
  const unchanged = await rows.fingerprint()
  const path = `/players/${playerId}/personal-data`
  const bodies = { export: {}, erase: { reason: 'x' } }
  assert.equal(told(await stranger.get(path)), '404 PLAYER_NOT_FOUND')
  assert.equal(told(await stranger.get(`${path}?operator=aurum`)), '404 OPERATOR_NOT_FOUND')
  assert.equal(told(await owner.get('/players/999999/personal-data')), '404 PLAYER_NOT_FOUND')
  for (const [action, body] of Object.entries(bodies)) {
    assert.equal(told(await stranger.post(`${path}/${action}`, body)), '404 PLAYER_NOT_FOUND')
    assert.equal(
      told(await stranger.post(`${path}/${action}`, { ...body, operator: 'aurum' })),
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
