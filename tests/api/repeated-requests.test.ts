import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineSignedRoutes, type Route, type SignedRoute } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { jsonSchemaOf } from '../support/bad-values.ts'
import { inProof } from '../support/in-proof.ts'
import { openRows } from '../support/rows.ts'
import { allSamples, makeScene } from '../support/samples.ts'
import { orderOf } from '../support/shipping.ts'
import { signedBytes } from '../support/signed-bytes.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type WorldOptions } from '../support/world.ts'

const PLAYER = 'ann'
const SETTINGS = {
  enabledGames: ['mystery_box', 'upgrader'],
  kyc: { enabled: true },
}
const WORLD: WorldOptions = { operators: { aurum: { catalogue: sureBoxes(), settings: SETTINGS } } }

test('the identical signed bytes have one effect on every route that changes something, in whichever process', async (t) => {
  const world = await startWorld(t, WORLD)
  const scene = await makeScene(world, world.operator, PLAYER)
  const rows = openRows(world.databaseUrl)
  const second = await world.anotherProcess()
  const posts = allSamples(scene).filter(({ surface, route }) => surface === 's2s' && route.method === 'POST')
  assert.ok(posts.length > 20)
  for (const [index, { name, route, sample }] of posts.entries()) {
    const request = signedBytes(world, world.operator, route, sample)
    const first = await request.send()
    assert.ok(first.status < 300, `${name}: ${first.status} ${first.text}`)
    const before = await rows.fingerprint()
    for (const [turn, pauseMs] of [0, 500, 2_500].entries()) {
      world.clock.advance(pauseMs)
      const processes = [second.baseUrl, world.baseUrl]
      for (const baseUrl of inProof ? processes : [processes[(index + turn) % 2]!]) {
        const again = await request.send(baseUrl)
        const told = [name, again.status === 401, again.code === 'REPLAYED_REQUEST']
        const isRefused = 'repeat' in route && route.repeat === 'refused'
        assert.deepEqual(told, [name, isRefused, isRefused], again.text)
        assert.ok(again.status < 500)
      }
    }
    assert.deepEqual([name, await rows.fingerprint()], [name, before])
  }
})

test('a route that changes something says what keeps the same bytes from doing it twice, or does not compile', () => {
  const common = { path: '/api/s2s/things/:thingId', summary: 'A thing', success: { 200: null }, refusals: [] } as const
  // @ts-expect-error nothing is said of a repeat
  defineSignedRoutes({ changeThing: { ...common, method: 'POST' } })
  defineSignedRoutes({ changeThing: { ...common, method: 'POST', repeat: { by: 'thingId' } } })
  for (const [name, route] of Object.entries<SignedRoute & Route>(s2sRoutes)) {
    if (!('repeat' in route) || typeof route.repeat === 'string') continue
    const fields = [route.params, route.body].flatMap((schema) =>
      schema ? Object.keys(jsonSchemaOf(schema).properties ?? {}) : [],
    )
    assert.ok(fields.includes(route.repeat.by), `${name} has no ${route.repeat.by}`)
  }
})

test('of eleven identical launches inside two seconds, over two processes, one lets a player in', async (t) => {
  const world = await startWorld(t, WORLD)
  const second = await world.anotherProcess()
  const body = { playerExternalId: PLAYER, gameKey: 'mystery_box', target: {} }
  const launch = signedBytes(world, world.operator, s2sRoutes.createLaunch, { body })
  const answers = await Promise.all(
    Array.from({ length: 11 }, (_, n) => launch.send(n % 2 === 0 ? world.baseUrl : second.baseUrl)),
  )
  assert.deepEqual(answers.map(({ status, code }) => `${status} ${code}`).sort(), [
    '201 null',
    ...Array.from({ length: 10 }, () => '401 REPLAYED_REQUEST'),
  ])
  const [{ count }] = (await openRows(world.databaseUrl).query<{ count: number }>(
    'select count(*)::int as count from launches',
  )) as [{ count: number }]
  assert.equal(count, 1)
})

test('an exclusion that was lifted once is not lifted again by the same bytes', async (t) => {
  const world = await startWorld(t, WORLD)
  const { coffer } = world.operator
  const exclude = (selfExcluded: boolean) => coffer.setRestrictions({ playerExternalId: PLAYER, selfExcluded })
  await exclude(true)
  const sample = { params: { playerExternalId: PLAYER }, body: { selfExcluded: false } }
  const lift = signedBytes(world, world.operator, s2sRoutes.setRestrictions, sample)
  assert.equal((await lift.send()).status, 200)
  await exclude(true)
  for (const pauseMs of [0, 1_000, 250_000]) {
    world.clock.advance(pauseMs)
    assert.equal((await lift.send()).code, 'REPLAYED_REQUEST')
  }
  const { restrictions } = await coffer.getRestrictions({ playerExternalId: PLAYER })
  assert.equal(restrictions.selfExcluded, true)
})

test('a value that was corrected does not come back with the bytes that told it', async (t) => {
  const world = await startWorld(t, WORLD)
  const itemId = world.operator.items.dust!
  const tell = (valueMinor: number) =>
    signedBytes(world, world.operator, s2sRoutes.recordValue, {
      params: { itemId: String(itemId) },
      body: { valueMinor },
    })
  const mistaken = tell(150)
  assert.equal((await mistaken.send()).status, 200)
  world.clock.advance(1_000)
  assert.equal((await tell(110).send()).status, 200)
  world.clock.advance(1_000)
  assert.equal((await mistaken.send()).code, 'REPLAYED_REQUEST')
  const [last] = await openRows(world.databaseUrl).query<{ value_minor: number }>(
    'select value_minor::int from item_revisions where item_id = $1 order by revision_id desc limit 1',
    [itemId],
  )
  assert.equal(last!.value_minor, 110)
})

test('an order that was cancelled is not placed again by the bytes that placed it, with an id of the caller’s or without', async (t) => {
  const world = await startWorld(t, WORLD)
  const { operator } = world
  const player = await world.play(operator, PLAYER)
  const [plain, named] = (await win(operator, player, 'mug', 'mug')).items.map((item) => item.id)
  const place = (id: number, more: object) =>
    signedBytes(world, operator, s2sRoutes.createOrder, {
      body: { playerExternalId: PLAYER, ...orderOf([id]), ...more },
    })
  const cancel = ({ order }: { order?: { publicId: string } }) =>
    operator.coffer.cancelOrder({ playerExternalId: PLAYER, publicId: order!.publicId })
  const requests = { plain: place(plain!, {}), named: place(named!, { clientActionId: 'order-1' }) }
  for (const request of Object.values(requests)) await cancel((await request.send()).body)
  world.clock.advance(3_000)
  assert.equal((await requests.plain.send()).code, 'REPLAYED_REQUEST')
  assert.equal((await requests.named.send()).status, 201, 'its id gets it the answer that it got')
  const { orders } = await operator.coffer.listOrders({ playerExternalId: PLAYER })
  assert.deepEqual(
    orders.map(({ status }) => status),
    ['cancelled', 'cancelled'],
  )
})
