import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { badFields, badTexts, jsonSchemaOf, singleParametersOf, withValue } from '../support/bad-values.ts'
import { assertInvalid, type Knock, knock, type ReadAnswer, refusalOfInput } from '../support/door.ts'
import { inProof } from '../support/in-proof.ts'
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

type Start = {
  world: World
  scene: Scene
  rows: Rows
  send(one: RouteSample, sent: Knock): ReturnType<typeof knock>
}

async function start(t: TestContext): Promise<Start> {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings: UNLIMITED } } })
  const scene = await makeScene(world, world.operator, 'ann')
  const rows = openRows(world.databaseUrl)
  return { world, scene, rows, send: sendAs(world, scene) }
}

function sendAs(world: World, scene: Scene): Start['send'] {
  return (one, sent) => knock(world, one.route, callerOf(scene, one), { ...one.sample, ...sent })
}

/** Their bodies say what a player may do: a field that is misspelled must not be taken for nothing (decisions §15, §3). */
const STRICT: ReadonlySet<string> = new Set(['setRestrictions'])

const posts = ({ scene }: Start) => allSamples(scene).filter(({ route }) => route.method === 'POST')

const label = ({ surface, name }: RouteSample) => `${surface}.${name}`

test('every route reads its input by its own rules', async (t) => {
  const shared = await start(t)
  const unchanged = (run: (shared: Start) => Promise<void>) => async () => {
    const before = await shared.rows.fingerprint()
    await run(shared)
    assert.deepEqual(await shared.rows.fingerprint(), before)
  }
  await t.test('every route refuses each malformed field by its path, and changes nothing', unchanged(refuseFields))
  await t.test('a parameter of one value, given twice or as a list, is refused by its name', unchanged(refuseLists))
  await t.test(
    'a body that is no JSON object is 422, one of another type 415, one over 64 kB 413, and nothing changes',
    unchanged(refuseBodies),
  )
  await t.test('rules between fields are refused by the field that breaks them', unchanged(refuseBrokenRules))
  await t.test(
    'another method at a known path, and an unknown path, are 404 in the standard envelope',
    unchanged(refuseUnknownPlaces),
  )
  // From here on rows change; what uses up a sample has a player of its own.
  const bob = await makeScene(shared.world, shared.scene.operator, 'bob')
  await t.test('a cursor of another list, of other filters or of another player is refused', () =>
    refuseCursors(shared, bob),
  )
  await t.test('an empty body of any content type is read as an empty object', () => readEmptyBodies(shared))
  await t.test(
    'every route serves its sample, and ignores what it does not know, but for fields of a strict one, which it names',
    () => serveSamples({ ...shared, scene: bob, send: sendAs(shared.world, bob) }),
  )
})

/** One malformed request of a route, and what shows that it was refused. */
type Malformed = { sent: Knock; check(answer: ReadAnswer): void }

/**
 * Shows each request of one kind to the function that reads the input of every route. Over HTTP goes one of them, which shows that the route
 * reads its input so; what that function accepts, because a later step refuses it; and in the proof every one.
 */
async function refuseAll({ world, send }: Start, one: RouteSample, malformed: Malformed[], sentIndex = 0) {
  for (const [index, { sent, check }] of malformed.entries()) {
    const read = refusalOfInput(world, one.route, { ...one.sample, ...sent })
    if (read) check(read)
    if (inProof || !read || index === sentIndex % malformed.length) check(await send(one, sent))
  }
}

const refusedAt =
  (path: string, about: string): Malformed['check'] =>
  (answer) =>
    assertInvalid(answer, path, about)

async function refuseFields(shared: Start) {
  for (const [index, one] of allSamples(shared.scene).entries()) {
    const { body = {}, params: known, query } = one.sample
    const shown = (path: string, value: unknown) =>
      `${label(one)} with ${path} = ${String(JSON.stringify(value)).slice(0, 60)}`
    const bodies = one.route.body ? badFields(one.route.body) : []
    await refuseAll(
      shared,
      one,
      bodies.map(({ path, value }) => {
        return { sent: { body: withValue(body, path, value) }, check: refusedAt(path, shown(path, value)) }
      }),
      index,
    )
    const params = one.route.params ? badTexts(one.route.params, 'params') : []
    await refuseAll(
      shared,
      one,
      params
        .filter(({ path, value }) => !isOtherPath(one, path, value))
        .map(({ path, value }) => {
          return { sent: { params: { ...known, [path]: String(value) } }, check: refusedAt(path, shown(path, value)) }
        }),
      index,
    )
    for (const { path } of params.filter(({ path, value }) => isOtherPath(one, path, value))) {
      const answer = await shared.send(one, { params: { ...known, [path]: '' } })
      assert.equal(answer.body.error?.code, 'NOT_FOUND', shown(path, ''))
    }
    const queries = one.route.query ? badTexts(one.route.query, 'query') : []
    await refuseAll(
      shared,
      one,
      queries.map(({ path, value }) => {
        const { [path]: _, ...others } = query ?? {}
        const rawQuery = `${new URLSearchParams(others)}${value === undefined ? '' : `&${path}=${value}`}`
        return { sent: { rawQuery }, check: refusedAt(path, shown(path, value)) }
      }),
      index,
    )
  }
}

/** A target with an empty segment in its middle is none that a route is found by (decisions §15, §3). */
function isOtherPath({ route }: RouteSample, path: string, value: unknown): boolean {
  return value === '' && route.path.includes(`:${path}/`)
}

async function refuseLists(shared: Start) {
  for (const [index, one] of allSamples(shared.scene).entries()) {
    const malformed = (one.route.query ? singleParametersOf(one.route.query) : []).flatMap((name) => {
      const value = one.sample.query?.[name] ?? '1'
      const { [name]: _, ...others } = one.sample.query ?? {}
      return [`${name}=${value}&${name}=${value}`, `${name}[]=${value}`, `${name}[0]=${value}`].map((twice) => ({
        sent: { rawQuery: `${new URLSearchParams(others)}&${twice}` },
        check: refusedAt(name, `${label(one)} with ${twice}`),
      }))
    })
    await refuseAll(shared, one, malformed, index)
  }
}

async function refuseBodies(shared: Start) {
  for (const [index, one] of posts(shared).entries()) {
    const texts = ['{', '{"a":1}}', "{'a':1}", 'nul', '\u0000', '{"a":NaN}']
    const objects = one.route.body ? ['[]', 'null', '1', '"{}"', 'true'] : []
    const asBody = (raw: string) => ({ sent: { raw }, check: refusedAt('body', `${label(one)} with ${raw}`) })
    await refuseAll(shared, one, texts.map(asBody), index)
    await refuseAll(shared, one, objects.map(asBody), index)
    const types = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'json', '']
    const check = ({ status, body }: ReadAnswer) =>
      assert.deepEqual([status, body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], label(one))
    const ofTypes = types.map((contentType) => ({ sent: { raw: '{}', contentType }, check }))
    await refuseAll(shared, one, ofTypes, index)
    const large = await shared.send(one, { raw: JSON.stringify({ filler: 'x'.repeat(65_536) }) })
    assert.deepEqual([large.status, large.body.error.code], [413, 'BODY_TOO_LARGE'], label(one))
  }
}

/** Routes that refuse what they have done before. */
const ONLY_ONCE = ['cashBackItem', 'replayDelivery']

async function readEmptyBodies(shared: Start) {
  for (const [index, one] of posts(shared).entries()) {
    const required = one.route.body ? (jsonSchemaOf(one.route.body).required ?? []) : []
    for (const [typeIndex, contentType] of ['text/plain', 'application/json'].entries()) {
      const sent = { raw: '', contentType }
      const read = refusalOfInput(shared.world, one.route, { ...one.sample, ...sent })
      assert.equal(read === null, required.length === 0, label(one))
      for (const field of required) assertInvalid(read!, field, label(one))
      if (!inProof && typeIndex !== index % 2) continue
      const answer = await shared.send(one, sent)
      if (required.length === 0) assert.ok(answer.status < 400 || ONLY_ONCE.includes(one.name), answer.text)
      for (const field of required) assertInvalid(answer, field, label(one))
    }
  }
}

async function refuseBrokenRules({ scene, send }: Start) {
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
}

async function serveSamples({ world, scene, send }: Start) {
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
    if (typeof schema !== 'string') schema?.parse(answer.body)
    assert.ok(!answer.text.includes('unknown'))
  }
}

async function refuseUnknownPlaces({ scene, send }: Start) {
  const every = allSamples(scene)
  const isServed = (method: string, path: string) =>
    every.some(({ route }) => {
      return route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
    })
  for (const [index, one] of every.entries()) {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    const others = methods.filter((method) => !isServed(method, one.route.path))
    for (const method of inProof ? others : [others[index % others.length]!]) {
      const answer = await send(one, { method, ...(method === 'GET' ? { body: undefined as never } : {}) })
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], `${method} ${one.route.path}`)
    }
    const path = `${one.route.path}/nothing/here`
    const answer = await send({ ...one, route: { ...one.route, path } }, {})
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], path)
  }
}

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

async function refuseCursors({ world, scene }: Start, bob: Scene) {
  await fillLists(world, scene)
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
    const others = lists.filter(({ name }) => name !== one.name)
    for (const other of inProof ? others : [others[lists.indexOf(one) % others.length]!]) {
      const about = `${label(other)} with a cursor of ${label(one)}`
      assertInvalid(await page(scene, other, `cursor=${cursor}`), 'cursor', about)
    }
  }
}
