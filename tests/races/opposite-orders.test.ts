import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openHeldRound, openRound } from '../../service/src/boxes/index.ts'
import { atOnce } from '../../service/src/kernel/index.ts'
import type { Tx } from '../../service/src/platform/index.ts'
import { lockRound } from '../../service/src/rounds/index.ts'
import { authenticateSession } from '../../service/src/sessions/index.ts'
import { lockOperation } from '../../service/src/wallet/index.ts'
import { inProof } from '../support/in-proof.ts'
import type { Player } from '../support/player.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import { watchShared } from '../support/shared-sizes.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { makeTogether, type OpenClick, type Session, type Told } from '../support/together.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const PLAYERS_COUNT = 20
/** As many in each order: whoever has the rows, one of either order waits for them, and both begin when it ends. */
const PROCESSES_COUNT = 4
const BATCHES_COUNT = inProof ? 300 : 40
/** Of so many batches one is paid: its wallet calls take longer than all the rest of it. */
const PAID_EVERY = 10
/** Of those in which some open what they hold. */
const MIXED_COUNT = inProof ? 10 : 4

/** A player whom both orders have in the middle. */
const MIDDLE = PLAYERS_COUNT / 2
const LOCK_PAIRS =
  'select from seed_pairs join players using (operator_id, player_id) where external_id = $1 for update of seed_pairs'
const LOCK_ROUND = 'select from rounds where public_id = $1 for update'
/** Whoever inserts the same row waits for the end of this one, which is undone. */
const INSERT_ACTION = `
  insert into actions (operator_id, player_id, kind, client_action_id, subject_id, created_at)
  select operator_id, player_id, 'box_round', $2, 'nothing', now() from players where external_id = $1`

test('two batches that meet at rows of the same twenty players, in opposite orders, wait for each other and never in a circle', async (t) => {
  const { world, sides, players, deadlocks } = await start(t, 2)
  const meeting = openMeeting(world.databaseUrl, 'opposite-orders')
  const middle = players[MIDDLE]!.externalId
  const ofPairs = { statement: LOCK_PAIRS, values: [middle] }
  const ofAction = { statement: INSERT_ACTION, values: [middle, 'same'] }
  for (const { lock, clicks, isFree } of [
    { lock: ofPairs, clicks: ['one', 'other'], isFree: true },
    { lock: ofPairs, clicks: ['paid-one', 'paid-other'], isFree: false },
    { lock: ofAction, clicks: ['same', 'same'], isFree: true },
  ]) {
    let toldCount = 0
    const told = await meeting.queue<Told[]>(lock, [
      ...clicks.map((action, place) => () => sides[place]!.click(action, isFree).finally(() => toldCount++)),
      async () => {
        assert.equal(toldCount, 0, 'both stand where the row in the middle is')
        return []
      },
    ])
    assertAllOpened(told.flat())
  }
  assert.equal(await deadlocks(), 0, 'nobody waited in a circle')
})

test('two batches that open held boxes of the same twenty players, in opposite orders, wait for each other and never in a circle', async (t) => {
  const { world, sides, players, hold, deadlocks } = await start(t, 2)
  const meeting = openMeeting(world.databaseUrl, 'held-in-opposite-orders')
  const [one, other, same] = [await hold('one'), await hold('other'), await hold('same')]
  const ofPairs = { statement: LOCK_PAIRS, values: [players[MIDDLE]!.externalId] }
  const ofRound = { statement: LOCK_ROUND, values: [same[MIDDLE]!] }
  for (const { lock, boxes } of [
    { lock: ofPairs, boxes: [one, other] },
    { lock: ofRound, boxes: [same, same] },
  ]) {
    const opened = boxes.map((publicIds, place) => () => sides[place]!.openHeld(publicIds))
    assertAllOpened((await meeting.queue<Told[]>(lock, opened)).flat())
  }
  for (const { sizes } of sides)
    assert.deepEqual(
      [sizes.of('open-round begin'), sizes.aloneCount('open-round begin')],
      [[PLAYERS_COUNT, PLAYERS_COUNT], 0],
    )
  assert.equal(await deadlocks(), 0, 'nobody waited in a circle')
})

test('two batches of held boxes and of opens that an operator pays, of the same players the other way about, wait for each other and never in a circle', async (t) => {
  const { sides, hold, deadlocks } = await start(t, 2)
  for (let round = 0; round < MIXED_COUNT; round++) {
    const held = await hold(`held-${round}`)
    const told = await Promise.all(
      sides.map(({ openHeld }, side) => {
        const isHeld = (index: number) => index < MIDDLE === (side === 0)
        return openHeld(
          held.map((publicId, index) => (isHeld(index) ? publicId : null)),
          `click-${round}`,
        )
      }),
    )
    assertAllOpened(told.flat())
  }
  for (const { sizes } of sides) assert.equal(sizes.aloneCount('open-round begin'), 0)
  assert.equal(await deadlocks(), 0, 'nobody waited in a circle')
})

test('processes that open for the same twenty players in opposite orders do not harm each other', async (t) => {
  const { world, sides, players, deadlocks } = await start(t, PROCESSES_COUNT)
  // The first click at each.
  let drawsCount = PROCESSES_COUNT
  for (let batch = 0; batch < BATCHES_COUNT / PROCESSES_COUNT; batch++) {
    const isPaid = batch % PAID_EVERY === 0
    const isSame = !isPaid && batch % 2 === 0
    const told = await Promise.all(
      sides.map(({ click }, index) => click(isSame ? `same-${batch}` : `own-${batch}-${index}`, !isPaid)),
    )
    assertAllOpened(told.flat())
    drawsCount += isSame ? 1 : PROCESSES_COUNT
    // Plans are made by what the database has heard of its tables, which are small as yet.
    if (batch === 3) await openRows(world.databaseUrl).query('analyze')
  }
  for (const { sizes } of sides) {
    const wholeCount = (name: string) => sizes.of(name).filter((count) => count === PLAYERS_COUNT).length
    t.diagnostic(`${wholeCount('open-round begin')} + ${wholeCount('open-round apply')} transactions of all`)
    assert.ok(wholeCount('open-round begin') >= BATCHES_COUNT / PROCESSES_COUNT / 2)
    assert.ok(wholeCount('open-round apply') >= BATCHES_COUNT / PROCESSES_COUNT / PAID_EVERY / 2)
  }
  assert.equal(await deadlocks(), 0, 'nobody waited in a circle')
  const nonces = await openRows(world.databaseUrl).query<{ next_nonce: string }>(
    'select next_nonce from seed_pairs where state = $1',
    ['active'],
  )
  assert.deepEqual(
    nonces.map(({ next_nonce }) => Number(next_nonce)),
    players.map(() => drawsCount),
    'every open took its nonce',
  )
})

test('whoever locks the operations or the rounds of the same twenty opens, in whatever order, locks them alike', async (t) => {
  const { world, sides } = await start(t, 1)
  assertAllOpened(await sides[0]!.click('paid', false))
  const { operatorId } = world.operator
  const opens = await openRows(world.databaseUrl).query<{ operation: string; player: string; round: string }>(
    `select operation_id as operation, player_id as player, subject_id as round from wallet_operations
     where kind = 'round_debit' order by operation_id`,
  )
  assert.equal(opens.length, PLAYERS_COUNT)
  type Open = (typeof opens)[number]
  const meeting = openMeeting(world.databaseUrl, 'opposite-locks')
  for (const { lock, middle, lockOne } of [
    {
      lock: 'select from wallet_operations where operation_id = $1 for update',
      middle: opens[MIDDLE]!.operation,
      lockOne: (tx: Tx, { operation }: Open) => lockOperation(tx, operatorId, Number(operation)),
    },
    {
      lock: 'select from rounds where public_id = $1 for update',
      middle: opens[MIDDLE]!.round,
      lockOne: (tx: Tx, { player, round }: Open) => lockRound(tx, { operatorId, playerId: Number(player) }, round),
    },
  ]) {
    let triesCount = 0
    const lockAll = (name: string, order: readonly Open[]) => () =>
      world.service.ctx.tx(
        operatorId,
        async (tx) => {
          triesCount++
          await atOnce(...order.map((one) => lockOne(tx, one)))
        },
        { as: name, key: name, mayBeRefused: false },
      )
    const inOrders = [lockAll('one', opens), lockAll('other', opens.toReversed())]
    await meeting.queue({ statement: lock, values: [middle] }, inOrders)
    assert.equal(triesCount, inOrders.length, 'who waits in a circle begins again')
  }
})

type Side = {
  sizes: ReturnType<typeof watchShared>
  click(action: string, isFree: boolean): Promise<Told[]>
  /** Those of the players, which stand in their first order; whoever has none opens a box that costs nothing. */
  openHeld(publicIds: readonly (string | null)[], clientActionId?: string): Promise<Told[]>
}

/** Processes, at which the same players click in opposite orders by turns: opens that cost nothing, or such as they pay for. */
async function start(t: TestContext, processesCount: number) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { limits: { sharedPatienceMs: 60_000 } },
  })
  const { operator } = world
  const players: { player: Player; externalId: string; session: Session }[] = []
  for (let index = 0; index < PLAYERS_COUNT; index++) {
    const externalId = `player-${index}`
    world.casino.wallet.setBalance(operator.slug, externalId, 'EUR', 10_000_000)
    const player = await world.play(operator, externalId)
    players.push({ player, externalId, session: await authenticateSession(world.service.ctx, player.token) })
  }
  const ends: (() => Promise<void>)[] = []
  const side = async (order: typeof players): Promise<Side> => {
    const together = makeTogether()
    const { service } = await world.anotherProcess({ points: together.points })
    ends.push(service.close)
    const { reels } = openBody(operator, '')
    const click = (clientActionId: string, isFree: boolean) => {
      const clicks = order.map(({ player, session }): OpenClick => {
        // Without a launch, it is the operator's word that it costs nothing.
        const how = isFree ? { session: { ...session, launchId: null }, funding: 'operator' as const } : { session }
        return { player, clientActionId, reels, ...how }
      })
      return together.click(service.ctx, clicks)
    }
    const openHeld: Side['openHeld'] = (publicIds, clientActionId = '') =>
      Promise.all(
        order.map((one): Promise<Told> => {
          const publicId = publicIds[players.indexOf(one)]!
          if (publicId !== null) return openHeldRound(service.ctx, { ...one.session, publicId })
          const free = { launchId: null, pinned: null, mode: 'open' as const, funding: 'operator' as const }
          return openRound(service.ctx, { ...one.session, ...free, clientActionId, reels })
        }),
      )
    // What a process reads once, it reads alone.
    assertAllOpened(await click(`first-${ends.length}`, true))
    return { sizes: watchShared(service), click, openHeld }
  }
  const sides: Side[] = []
  for (let index = 0; index < processesCount; index++)
    sides.push(await side(index % 2 === 0 ? players : players.toReversed()))
  const before = await deadlocksOf(world)
  return {
    ...{ world, sides, players },
    /** A box of each player that is paid for and not opened, by the order of the players. */
    hold: async (clientActionId: string) => {
      const how = { mode: 'prepay' as const, funding: 'operator' as const, ...openBody(operator, clientActionId) }
      const held = players.map(({ externalId }) => operator.coffer.purchase({ playerExternalId: externalId, ...how }))
      return (await Promise.all(held)).map(({ round }) => round.publicId)
    },
    /** How many there were, once the processes have ended: a connection tells of its own at its end. */
    deadlocks: async () => {
      await Promise.all(ends.map((end) => end()))
      return (await deadlocksOf(world)) - before
    },
  }
}

function assertAllOpened(told: readonly Told[]): void {
  for (const one of told) assert.equal(one.status, 200, JSON.stringify(one))
}

async function deadlocksOf({ databaseUrl }: World): Promise<number> {
  const [row] = await openRows(databaseUrl).query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(row!.deadlocks)
}
