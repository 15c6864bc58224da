import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openPool, openRows, type Rows } from '../support/rows.ts'
import { watchShared } from '../support/shared-sizes.ts'
import { sureBox, winBody } from '../support/sure-boxes.ts'
import { makeTogether } from '../support/together.ts'
import { startUpgrader, upgrade } from '../support/upgrader.ts'
import { openBody, startWorld, type TestOperator, type World } from '../support/world.ts'

const SMALL_COUNT = 20
const LARGE_COUNT = 40
const PLAYERS_COUNT = 20

test('who logs out before their next click is refused it, and those whose sessions are looked for together with theirs are not', async (t) => {
  const together = makeTogether()
  const world = await start(t, { aurum: {} }, { points: together.points })
  const players = await enter(world, world.operator, 8)
  const { reels } = openBody(world.operator, '')
  const clickAll = () =>
    Promise.all(players.map((player, index) => player.open(openBody(world.operator, `n-${index}`))))
  const ann = players[0]!
  const letIn = await together.letIn(world.service.ctx, [{ player: ann, clientActionId: 'let-in', reels }])
  assert.equal((await ann.call('logout')).status, 204)
  const told = await clickAll()
  assert.deepEqual([told[0]!.status, told[0]!.body.error.code], [401, 'SESSION_EXPIRED'])
  assert.deepEqual(new Set(told.slice(1).map(({ status }) => status)), new Set([200]))
  const ledger = () => world.casino.wallet.ledger(world.operator.slug, ann.externalId)
  assert.deepEqual(
    ledger().flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
    [],
    'nothing of it was charged',
  )
  assert.deepEqual(
    (await letIn()).map(({ status }) => status),
    [200],
    'a click that was let in before goes to its end',
  )
})

test('while a row of one player is locked, however often they click, everybody else of the operator opens', async (t) => {
  const world = await start(t, { aurum: {} })
  const [ann, ...others] = await enter(world, world.operator, 1 + SMALL_COUNT)
  const letGo = await lockPlayer(world, ann!.externalId)
  const held = await clicksOf(world, ann!, 12)
  for (let round = 0; round < 3; round++) {
    const told = await Promise.all(others.map((player) => player.open(openBody(world.operator, `click-${round}`))))
    for (const one of told) assert.equal(one.status, 200, one.text)
  }
  assert.equal(held.endedCount(), 0, 'the row is still locked')
  await letGo()
  for (const one of await held.all) assert.equal(one.status, 200, one.text)
})

test('small operators beside a large one, of which a player is locked and all others click, open all the same', async (t) => {
  const small = Array.from({ length: SMALL_COUNT }, (_, index) => `small-${index}`)
  const world = await start(t, Object.fromEntries(['large', ...small].map((slug) => [slug, {}])))
  const large = await enter(world, world.operators.large!, LARGE_COUNT)
  const ones = await Promise.all(
    small.map(async (slug) => ({
      operator: world.operators[slug]!,
      players: await enter(world, world.operators[slug]!, 1),
    })),
  )
  const letGo = await lockPlayer(world, large[0]!.externalId)
  const held = await clicksOf(world, large[0]!, 12)
  let isOver = false
  const load = large.slice(1).map(async (player) => {
    for (let click = 0; !isOver || click === 0; click++) {
      const told = await player.open(openBody(world.operators.large!, `click-${click}`))
      assert.equal(told.status, 200, told.text)
    }
  })
  for (let round = 0; round < 5; round++) {
    const told = await Promise.all(
      ones.map(({ operator, players }) => players[0]!.open(openBody(operator, `click-${round}`))),
    )
    for (const one of told) assert.equal(one.status, 200, one.text)
  }
  isOver = true
  await Promise.all(load)
  assert.equal(held.endedCount(), 0, 'the row is still locked')
  await letGo()
  for (const one of await held.all) assert.equal(one.status, 200, one.text)
})

test('who is refused their click refuses nobody else theirs', async (t) => {
  const world = await start(t, { aurum: {} })
  const [ann, ...others] = await enter(world, world.operator, 1 + SMALL_COUNT)
  let isOver = false
  const wrong = Array.from({ length: 4 }, async (_, hand) => {
    for (let click = 0; !isOver; click++) {
      const reels = [{ reelIndex: 0, boxVersionId: 999_999 }]
      assert.equal((await ann!.open({ clientActionId: `wrong-${hand}-${click}`, reels })).status, 404)
    }
  })
  const clicksOfOthers = others.map(async (player) => {
    for (let click = 0; click < 10; click++) {
      const told = await player.open(openBody(world.operator, `right-${click}`))
      assert.equal(told.status, 200, told.text)
    }
  })
  await Promise.all(clicksOfOthers).finally(() => {
    isOver = true
  })
  await Promise.all(wrong)
})

test('however many rows of an operator are locked, other operators open, and everybody is let in', async (t) => {
  const world = await start(t, { large: {}, small: {} })
  const { large, small } = world.operators
  const { sharedConnections, sharedOfQueueCount } = world.service.ctx.limits
  const held = await enter(world, large!, 2 * sharedConnections)
  const [bob] = await enter(world, small!, 1)
  for (const player of held) assert.equal((await player.open(openBody(large!, 'before'))).status, 200)
  // The first half of them waits at the end of an open, and then the others at its beginning.
  const letGo = await Promise.all(
    held.map(({ externalId }, index) =>
      lockPlayer(world, externalId, index < sharedConnections ? 'seed_pairs' : 'players'),
    ),
  )
  let endedCount = 0
  const clickAll = (players: typeof held) =>
    players.map((player) => player.open(openBody(large!, 'held')).finally(() => endedCount++))
  const debits = () => world.casino.wallet.calls('large').filter(({ type }) => type === 'wallet.debit').length
  const debitsBefore = debits()
  const clicks: ReturnType<typeof clickAll> = []
  for (const half of [held.slice(0, sharedConnections), held.slice(sharedConnections)]) {
    const waiting = clicks.length === 0 ? 0 : sharedOfQueueCount
    // Each of the first waits in a transaction of its own before the next click comes.
    for (let index = 0; index < sharedOfQueueCount; index++) {
      clicks.push(...clickAll([half[index]!]))
      await untilLocksAreAwaited(world, waiting + index + 1)
    }
    clicks.push(...clickAll(half.slice(sharedOfQueueCount)))
    if (waiting === 0)
      await eventually(() => debits() - debitsBefore === sharedConnections, 'the first half is debited')
  }
  for (let click = 0; click < 3; click++) {
    const told = await bob!.open(openBody(small!, `click-${click}`))
    assert.equal(told.status, 200, told.text)
  }
  assert.equal((await held[0]!.call('heartbeat')).status, 200)
  assert.equal(endedCount, 0, 'the rows are still locked')
  for (const one of letGo) await one()
  for (const told of await Promise.all(clicks)) assert.equal(told.status, 200, told.text)
})

test('while session rows of an operator are locked, players of all operators are let in', async (t) => {
  const world = await start(t, { large: {}, small: {} })
  const { large, small } = world.operators
  const held = await enter(world, large!, world.service.ctx.limits.sharedConnections)
  const [bob] = await enter(world, small!, 1)
  // Their last use is due to be written.
  world.clock.advance(5 * 60_000)
  const letGo = await Promise.all(held.map((player) => lockPlayer(world, player.externalId, 'sessions')))
  const rows = openRows(world.databaseUrl)
  const told = await Promise.all([...held, bob!].map((player) => player.call('heartbeat')))
  assert.equal(await locksAwaited(rows), 0, 'no session waits for the rows')
  for (const { status } of told) assert.equal(status, 200)
  for (const one of letGo) await one()
})

test('players who come one by one are let in after a migration has changed what sessions have', async (t) => {
  const world = await start(t, { aurum: {} })
  const [ann] = await enter(world, world.operator, 1)
  assert.equal((await ann!.call('heartbeat')).status, 200)
  await openRows(world.databaseUrl).query('alter table sessions add column anything int')
  for (let time = 0; time < 12; time++) {
    const told = await ann!.call('heartbeat')
    assert.equal(told.status, 200, told.text)
  }
})

test('backends that buy for players whom nobody has seen before share transactions as well', async (t) => {
  const together = makeTogether()
  const world = await start(t, { aurum: {} }, { points: together.points, limits: { sharedPatienceMs: 60_000 } })
  const sizes = watchShared(world.service)
  const names = Array.from({ length: PLAYERS_COUNT }, (_, index) => `new-${index}`)
  for (const name of names) world.casino.wallet.setBalance('aurum', name, 'EUR', 10_000_000)
  const buys = names.map((playerExternalId) =>
    world.operator.coffer.purchase({ playerExternalId, ...openBody(world.operator, 'buy') }),
  )
  for (const { round } of await Promise.all(buys)) assert.equal(round.status, 'settled')
  assert.equal(sizes.aloneCount('open-round apply'), 0)
})

test('boxes that an operator pays share transactions, those that are opened and those that are kept closed, in any currency', async (t) => {
  const operators = { aurum: { catalogue: sureBox(), currencies: ['EUR', 'USD'] } }
  const limits = { sharedPatienceMs: 60_000 }
  const { operator, service } = await startWorld(t, { operators, service: { limits } })
  const kinds = [{}, { mode: 'prepay' as const, currency: 'USD' }]
  const buyAll = (click: string) =>
    Promise.all(
      Array.from({ length: PLAYERS_COUNT }, (_, index) => {
        const of = { playerExternalId: `player-${index}`, funding: 'operator' as const, ...kinds[index % 2] }
        return operator.coffer.purchase({ ...of, ...openBody(operator, click) })
      }),
    )
  // The odds of a box are read once.
  await buyAll('before')
  const sizes = watchShared(service)
  for (let click = 0; click < 6; click++) {
    const bought = await buyAll(`click-${click}`)
    assert.deepEqual(new Set(bought.map(({ round }) => round.status)), new Set(['settled', 'held']))
  }
  assert.ok(Math.max(...sizes.of('open-round begin')) > 4, String(sizes.of('open-round begin')))
  assert.equal(sizes.aloneCount('open-round begin'), 0)
})

test('a connection that is lost before its commit: its clicks and those behind succeed', async (t) => {
  const world = await start(t, { aurum: {} })
  const { sharedOfQueueCount } = world.service.ctx.limits
  const players = await enter(world, world.operator, sharedOfQueueCount + SMALL_COUNT)
  for (const player of players) assert.equal((await player.open(openBody(world.operator, 'before'))).status, 200)
  const held = players.slice(0, sharedOfQueueCount)
  const letGo = await Promise.all(held.map(({ externalId }) => lockPlayer(world, externalId)))
  // Each waits in a transaction of its own before the next click comes, and everybody else waits for one of them.
  const clicks: ReturnType<(typeof held)[number]['open']>[] = []
  for (const [index, player] of held.entries()) {
    clicks.push(player.open(openBody(world.operator, 'held')))
    await untilLocksAreAwaited(world, index + 1)
  }
  const sizes = watchShared(world.service)
  const behind = players.slice(sharedOfQueueCount).map((player) => player.open(openBody(world.operator, 'behind')))
  const letInCount = () => sizes.of('sessions').reduce((sum, size) => sum + size, sizes.aloneCount('sessions'))
  await eventually(() => letInCount() >= behind.length, 'they are let in, and wait behind')
  await openRows(world.databaseUrl).query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' limit 1`)
  for (const told of await Promise.all(behind)) assert.equal(told.status, 200, told.text)
  for (const one of letGo) await one()
  const statuses = (await Promise.all(clicks)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200]))
  for (const { externalId } of held) {
    const ledger = world.casino.wallet.ledger(world.operator.slug, externalId)
    assert.equal(ledger.filter(({ idempotencyKey }) => idempotencyKey).length, 2)
  }
})

test('plays with balance share transactions with each other and with opens, in any currency, and each is charged and decided for itself', async (t) => {
  const stage = await startUpgrader(t, {}, ['EUR', 'USD'], { limits: { sharedPatienceMs: 60_000 } })
  const { world, operator } = stage
  // The odds of a box are read once.
  assert.equal((await stage.player.open(winBody(operator, 'before', 'mug'))).status, 200)
  const sizes = watchShared(world.service)
  const enter = async (index: number) => {
    const [externalId, currency] = [`sharer-${index}`, index % 3 === 0 ? 'USD' : 'EUR']
    world.casino.wallet.setBalance(operator.slug, externalId, currency, 1_000_000)
    return world.play(operator, externalId, { gameKey: 'upgrader', target: {}, currency })
  }
  const players = await Promise.all(Array.from({ length: 24 }, (_, index) => enter(index)))
  const targetItemId = stage.prize(1900)
  const outcomes = new Set<boolean>()
  for (let round = 0; round < 4; round++) {
    const told = await Promise.all(
      players.map(async (player, index) => {
        if (index % 4 === 3) return { opened: await player.open(winBody(operator, `open-${round}`, 'mug')) }
        const wagerMinor = index % 3 === 0 ? 1100 : 1000
        return { played: await upgrade(player, { wagerMinor, chanceBps: 5000, targetItemId }) }
      }),
    )
    for (const { opened, played } of told) {
      if (opened) assert.equal(opened.status, 200, opened.text)
      if (!played) continue
      assert.equal(played.status, 200, played.text)
      const { round, wonItem } = played.body
      assert.equal(wonItem !== null, round.rolledBps! < 5000)
      outcomes.add(wonItem !== null)
    }
  }
  assert.deepEqual(outcomes, new Set([true, false]))
  for (const name of ['open-round begin', 'open-round apply']) {
    assert.ok(Math.max(...sizes.of(name)) > 6, `${name}: ${sizes.of(name)}`)
    assert.equal(sizes.aloneCount(name), 0, name)
  }
  const debits = players.map(({ externalId }) => world.casino.wallet.ledger(operator.slug, externalId))
  for (const ledger of debits) assert.equal(ledger.filter(({ idempotencyKey }) => idempotencyKey).length, 4)
})

type Overrides = NonNullable<Parameters<typeof startWorld>[1]>['service']

async function start(t: TestContext, slugs: Record<string, object>, service: Overrides = {}): Promise<World> {
  const operators = Object.fromEntries(Object.keys(slugs).map((slug) => [slug, { catalogue: sureBox() }]))
  return startWorld(t, { operators, service })
}

async function enter(world: World, operator: TestOperator, count: number) {
  const players = []
  for (let index = 0; index < count; index++) {
    const externalId = `${operator.slug}-player-${index}`
    world.casino.wallet.setBalance(operator.slug, externalId, 'EUR', 10_000_000)
    players.push(await world.play(operator, externalId))
  }
  return players
}

/** Somebody else's transaction has the player's row, or those of their seed pairs or sessions; what comes back ends it. */
async function lockPlayer(
  { databaseUrl }: World,
  externalId: string,
  table: 'players' | 'seed_pairs' | 'sessions' = 'players',
): Promise<() => Promise<void>> {
  const pool = openPool(databaseUrl)
  await pool.query('begin')
  const ofPlayer = 'player_id = (select player_id from players where external_id = $1)'
  await pool.query(`select from ${table} where ${ofPlayer} for update`, [externalId])
  return async () => {
    await pool.query('commit')
    await pool.end()
  }
}

/** Different clicks of a player, once the first of them waits for a lock. */
async function clicksOf(world: World, player: Awaited<ReturnType<typeof enter>>[number], count: number) {
  let endedCount = 0
  const operator = Object.values(world.operators).find(({ slug }) => player.externalId.startsWith(`${slug}-player-`))!
  const all = Promise.all(
    Array.from({ length: count }, (_, click) =>
      player.open(openBody(operator, `held-${click}`)).finally(() => endedCount++),
    ),
  )
  await untilLocksAreAwaited(world, 1)
  return { all, endedCount: () => endedCount }
}

async function locksAwaited(rows: Rows): Promise<number> {
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await rows.query(waits)).length
}

async function untilLocksAreAwaited({ databaseUrl }: World, count: number): Promise<void> {
  const rows = openRows(databaseUrl)
  await eventually(async () => (await locksAwaited(rows)) >= count, `${count} sessions wait for a lock`)
}
