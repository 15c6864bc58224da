import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { badFields, badTexts, jsonSchemaOf, singleParametersOf, withValue } from '../support/bad-values.ts'
import { assertInvalid, type Knock, knock } from '../support/door.ts'
import { openRows, type Rows } from '../support/rows.ts'
import {
  allSamples,
  callerOf,
  fillLists,
  isOfPlayer,
  listQueryOf,
  listsOf,
  makeScene,
  type RouteSample,
  type Scene,
} from '../support/samples.ts'
import { sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

const UNLIMITED = Object.fromEntries(
  ['backendPerSecond', 'backendBurst', 'playPerSecond', 'playBurst', 'opensPerSecond', 'opensBurst'].map((name) => [
    `rateLimits.${name}`,
    1_000_000,
  ]),
)

type Start = { world: World; scene: Scene; rows: Rows; send(one: RouteSample, sent: Knock): ReturnType<typeof knock> }

async function start(t: TestContext): Promise<Start> {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings: UNLIMITED } } })
  const scene = await makeScene(world, world.operator, 'ann')
  const rows = openRows(world.databaseUrl)
  const send: Start['send'] = (one, sent) => knock(world, one.route, callerOf(scene, one), { ...one.sample, ...sent })
  return { world, scene, rows, send }
}

/** Their bodies say what a player may do: a field that is misspelled must not be taken for nothing (decisions §15, §3). */
const STRICT: ReadonlySet<string> = new Set(['setRestrictions'])

const label = ({ surface, name }: RouteSample) => `${surface}.${name}`

test('every route refuses each malformed field by its path, and changes nothing', async (t) => {
  const { scene, rows, send } = await start(t)
  for (const one of allSamples(scene)) {
    const before = await rows.fingerprint()
    const { route, sample } = one
    for (const { path, value } of route.body ? badFields(route.body) : []) {
      const body = withValue(sample.body ?? {}, path, value)
      const shown = `${label(one)} with ${path} = ${String(JSON.stringify(value)).slice(0, 60)}`
      assertInvalid(await send(one, { body }), path, shown)
    }
    for (const { path, value } of route.params ? badTexts(route.params, 'params') : []) {
      const params = { ...sample.params, [path]: String(value) }
      const answer = await send(one, { params })
      const shown = `${label(one)} with ${path} = ${value}`
      // A target with an empty segment in its middle is none that a route is found by (decisions §15, §3).
      if (value === '' && route.path.includes(`:${path}/`)) assert.equal(answer.body.error?.code, 'NOT_FOUND', shown)
      else assertInvalid(answer, path, shown)
    }
    for (const { path, value } of route.query ? badTexts(route.query, 'query') : []) {
      const { [path]: _, ...others } = sample.query ?? {}
      const rawQuery = `${new URLSearchParams(others)}${value === undefined ? '' : `&${path}=${value}`}`
      assertInvalid(await send(one, { rawQuery }), path, `${label(one)} with ${path} = ${String(value).slice(0, 60)}`)
    }
    assert.deepEqual(await rows.fingerprint(), before, `${label(one)} changed something`)
  }
})

test('a parameter of one value that stands twice, or is written as a list, is refused by its name', async (t) => {
  const { scene, send } = await start(t)
  for (const one of allSamples(scene)) {
    for (const name of one.route.query ? singleParametersOf(one.route.query) : []) {
      const value = one.sample.query?.[name] ?? '1'
      const { [name]: _, ...others } = one.sample.query ?? {}
      for (const twice of [`${name}=${value}&${name}=${value}`, `${name}[]=${value}`, `${name}[0]=${value}`]) {
        assertInvalid(await send(one, { rawQuery: `${new URLSearchParams(others)}&${twice}` }), name, label(one))
      }
    }
  }
})

test('a body that is no JSON object is 422, one of another type 415, one over 64 kB 413, and nothing changes', async (t) => {
  const { scene, rows, send } = await start(t)
  const before = await rows.fingerprint()
  for (const one of allSamples(scene).filter(({ route }) => route.method === 'POST')) {
    for (const raw of ['{', '{"a":1}}', "{'a':1}", 'nul', '\u0000', '{"a":NaN}']) {
      assertInvalid(await send(one, { raw }), 'body', `${label(one)} with ${raw}`)
    }
    for (const raw of one.route.body ? ['[]', 'null', '1', '"{}"', 'true'] : []) {
      assertInvalid(await send(one, { raw }), 'body', `${label(one)} with ${raw}`)
    }
    for (const contentType of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'json', '']) {
      const answer = await send(one, { raw: '{}', contentType })
      assert.deepEqual([answer.status, answer.body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], label(one))
    }
    const large = await send(one, { raw: JSON.stringify({ filler: 'x'.repeat(65_536) }) })
    assert.deepEqual([large.status, large.body.error.code], [413, 'BODY_TOO_LARGE'], label(one))
  }
  assert.deepEqual(await rows.fingerprint(), before)
})

/** Routes that refuse what they have done before. */
const ONLY_ONCE = ['cashBackItem', 'replayDelivery']

test('an empty body is read as an empty object whatever its type', async (t) => {
  const { scene, send } = await start(t)
  for (const one of allSamples(scene).filter(({ route }) => route.method === 'POST')) {
    const required = one.route.body ? (jsonSchemaOf(one.route.body).required ?? []) : []
    for (const contentType of ['text/plain', 'application/json']) {
      const answer = await send(one, { raw: '', contentType })
      if (required.length === 0) assert.ok(answer.status < 400 || ONLY_ONCE.includes(one.name), answer.text)
      for (const field of required) assertInvalid(answer, field, label(one))
    }
  }
})

test('rules between fields are refused by the field that breaks them', async (t) => {
  const { scene, rows, send } = await start(t)
  const before = await rows.fingerprint()
  const { reels } = winBody(scene.operator, '', 'mug', 'book')
  const twice = [reels[0], { ...reels[1], reelIndex: 0 }]
  const many = Array.from({ length: 6 }, (_, reelIndex) => ({ ...reels[0], reelIndex }))
  const CASES: [string, string, object][] = [
    ['play.openRound', 'reels.1.reelIndex', { reels: twice }],
    ['play.openRound', 'reels', { reels: many }],
    ['s2s.purchase', 'reels.1.reelIndex', { reels: twice }],
    ['s2s.purchase', 'reels', { reels: many }],
    ['s2s.purchase', 'gameKey', { gameKey: 'upgrader' }],
    ['s2s.createLaunch', 'target.boxId', { gameKey: 'upgrader', funding: undefined, fundingRounds: undefined }],
    ['s2s.createLaunch', 'target.boxId', { target: {} }],
    ['s2s.createLaunch', 'fundingRounds', { funding: 'player' }],
    ['s2s.createLaunch', 'fundingRounds', { funding: undefined }],
    ['s2s.createLaunch', 'fundingRounds', { target: {} }],
    ['play.quoteShipping', 'inventoryItemIds', { inventoryItemIds: [1, 1] }],
    ['s2s.quoteShipping', 'inventoryItemIds', { inventoryItemIds: [1, 1] }],
    ['play.createOrder', 'inventoryItemIds', { inventoryItemIds: [1, 1] }],
    ['s2s.createOrder', 'inventoryItemIds', { inventoryItemIds: [1, 1] }],
    ['s2s.buyWithNuggets', 'contact', { contact: undefined }],
    ...['play.upgraderPrizes', 'play.playUpgrader'].flatMap((name): [string, string, object][] => [
      [name, 'wagerMinor', { wagerMinor: 100 }],
      [name, 'wagerMinor', { stakeItemIds: undefined }],
      [name, 'stakeItemIds', { stakeItemIds: [1, 1] }],
    ]),
    ...['play.upgraderPrizesByItems', 'play.playUpgraderWithItems', 's2s.playUpgraderWithItems'].map(
      (name): [string, string, object] => [name, 'stakeItemIds', { stakeItemIds: [1, 2, 1] }],
    ),
  ]
  const samples = new Map(allSamples(scene).map((one) => [label(one), one]))
  for (const [name, field, change] of CASES) {
    const one = samples.get(name)!
    assertInvalid(await send(one, { body: { ...one.sample.body, ...change } }), field, `${name} ${field}`)
  }
  assert.deepEqual(await rows.fingerprint(), before)
})

test('every route serves its sample, and ignores what it does not know, but for fields of a strict one, which it names', async (t) => {
  const { world, scene, send } = await start(t)
  const last = (one: RouteSample) => Number(one.name === 'cashout')
  for (const one of allSamples(scene).sort((a, b) => last(a) - last(b))) {
    world.clock.advance(1)
    const rawQuery = `${new URLSearchParams(one.sample.query)}&unknown=1&unknown=%00&__proto__=x&toString[]=2`
    const unknown = { unknown: '\u0000', toString: 1, constructor: { prototype: null } }
    const isStrict = STRICT.has(one.name)
    if (isStrict) assertInvalid(await send(one, { body: { ...unknown, ...one.sample.body } }), 'unknown', label(one))
    const sent = one.route.method === 'POST' && !isStrict ? { body: { ...unknown, ...one.sample.body } } : {}
    const answer = await send(one, { rawQuery, ...sent })
    if (one.name === 'cashout') {
      assert.equal(answer.body.error.code, 'CASHBACK_NOT_AVAILABLE', 'the player route has cashed it back')
      continue
    }
    const schema = one.route.success[answer.status]
    assert.notEqual(schema, undefined, `${label(one)} answered ${answer.status} ${answer.text}`)
    if (schema !== 'image') schema?.parse(answer.body)
    assert.ok(!answer.text.includes('unknown'))
  }
})

test('another method at a known path, and an unknown path, are 404 in the standard envelope', async (t) => {
  const { scene, send } = await start(t)
  const every = allSamples(scene)
  const isServed = (method: string, path: string) =>
    every.some(({ route }) => {
      return route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
    })
  for (const one of every) {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    const others = methods.filter((method) => !isServed(method, one.route.path))
    for (const method of others) {
      const answer = await send(one, { method, ...(method === 'GET' ? { body: undefined as never } : {}) })
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], `${method} ${one.route.path}`)
    }
    const path = `${one.route.path}/nothing/here`
    const answer = await send({ ...one, route: { ...one.route, path } }, {})
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], path)
  }
})

const OTHER_FILTERS: Record<string, string> = {
  's2s.listBoxes': 'sort=name',
  's2s.history': 'types=refund',
  'play.listRounds': 'status=settled',
  's2s.listRounds': 'status=settled',
  'play.listInventory': 'state=cashed_back',
  's2s.listInventory': 'currency=USD',
  'play.listOrders': 'status=cancelled',
  's2s.listOrders': 'status=cancelled',
  's2s.listKycRequests': 'status=PENDING',
}

test('a cursor of another list, of other filters or of another player is refused', async (t) => {
  const { world, scene } = await start(t)
  await fillLists(world, scene)
  const bob = await makeScene(world, scene.operator, 'bob')
  const page = (who: Scene, one: RouteSample, query: string) =>
    knock(world, one.route, callerOf(who, one), { rawQuery: listQueryOf(who, one, query) })
  const lists = listsOf(scene)
  const cursors = new Map<RouteSample, string>()
  for (const one of lists) {
    const { cursor } = (await page(scene, one, 'limit=1')).body as { cursor?: { next: string | null } }
    assert.ok(cursor?.next, `${label(one)} has a second page`)
    assert.equal((await page(scene, one, `limit=1&cursor=${cursor.next}`)).status, 200)
    cursors.set(one, cursor.next)
  }
  for (const [one, cursor] of cursors) {
    const filter = OTHER_FILTERS[label(one)]
    if (filter) assertInvalid(await page(scene, one, `${filter}&cursor=${cursor}`), 'cursor', `${label(one)} ${filter}`)
    if (isOfPlayer(one)) assertInvalid(await page(bob, one, `cursor=${cursor}`), 'cursor', `${label(one)} of bob`)
    for (const other of lists.filter(({ name }) => name !== one.name)) {
      const about = `${label(other)} with a cursor of ${label(one)}`
      assertInvalid(await page(scene, other, `cursor=${cursor}`), 'cursor', about)
    }
  }
})
