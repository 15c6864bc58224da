import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { Points } from '@coffer/service/kernel'
import { makeHolds } from '../support/holds.ts'
import type { Player } from '../support/player.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import { watchShared } from '../support/shared-sizes.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { makeTogether, type Told } from '../support/together.ts'
import { openBody, startWorld } from '../support/world.ts'

const COUNT = 8
const PRICE_MINOR = 500
const CASHBACK_MINOR = 405
const ROUNDS_COUNT = 4
const GIVEN_UP_MS = 120_000

const LOCK_PLAYER = 'select from players where external_id = $1 for update'
const LOCK_PAIRS =
  'select from seed_pairs join players using (operator_id, player_id) where external_id = $1 for update'
const LOCK_ITEM = 'select from inventory_items where inventory_item_id = $1 for update'
const LOCK_ROUND = 'select from rounds where client_action_id = $1 for update'
const LOCK_OPERATION = `
  select from wallet_operations where player_external_id = $1 and state = 'open' for update`
/** What came of a click of Ann's, in rows. */
const DONE_FOR_CLICK = `
  with round as (select rounds.* from rounds join players using (player_id) where external_id = 'ann' and client_action_id = $1)
  select (select count(*)::int from round) as rounds,
    (select count(raw_draw)::int from round join round_reels using (operator_id, round_id)) as drawn,
    (select count(*)::int from round join inventory_items item on item.round_public_id = round.public_id) as items,
    (select count(*)::int from round join wallet_operations on subject_id = public_id and kind = 'round_debit'
      join wallet_attempts using (operation_id)) as attempts,
    (select count(*)::int from round join wallet_operations on subject_id = public_id and kind = 'round_refund') as refunds`

test('an exclusion that was answered before is never followed by a charge, and the other seven of the batch open', async (t) => {
  const { world, click, ann, meeting, spentBy, debitsOf } = await start(t)
  const { coffer } = world.operator
  // What is committed by then; who recorded it may hear of it later than we hear of the exclusion.
  let recordedBefore = 0
  const exclude = async () => {
    await coffer.setRestrictions({ playerExternalId: ann.externalId, selfExcluded: true })
    recordedBefore = await debitsOf(ann)
    return []
  }
  const include = () => coffer.setRestrictions({ playerExternalId: ann.externalId, selfExcluded: false })
  for (let round = 0; round < ROUNDS_COUNT; round++) {
    for (const meet of ['excluded first', 'clicked first', 'between sharing and reading', 'at once'] as const) {
      // An exclusion ends the session of whoever is excluded, but not what was let in before.
      const batch = await click()
      const before = spentBy(ann)
      const [told] = await {
        'excluded first': async () =>
          (await meeting.queue({ statement: LOCK_PLAYER, id: ann.externalId }, [exclude, batch])).reverse(),
        'clicked first': () => meeting.queue({ statement: LOCK_PLAYER, id: ann.externalId }, [batch, exclude]),
        'between sharing and reading': () =>
          meeting.queue({ statement: 'lock table restrictions in access exclusive mode' }, [batch, exclude]),
        'at once': () => meeting.together<Told[]>([batch, exclude]),
      }[meet]()
      assertOthersOpened(told!)
      const isCharged = spentBy(ann) > before
      assert.equal(told![0]!.status, isCharged ? 200 : 403, JSON.stringify(told![0]))
      if (!isCharged) assert.equal(told![0]!.body, 'PLAYER_RESTRICTED')
      if (meet === 'excluded first') assert.ok(!isCharged, 'what was answered before holds')
      if (isCharged) assert.equal(await debitsOf(ann), recordedBefore, `${meet}: recorded before it was answered`)
      await include()
      await ann.comeBack()
    }
  }
})

test('a rotation and a batch that draws leave no nonce out, and every draw is of the pair that was shown', async (t) => {
  const { world, click, ann, meeting } = await start(t)
  const rotate = async () => {
    const { status, text } = await ann.player.call('rotateSeed', { body: {} })
    assert.equal(status, 200, text)
    return []
  }
  for (let round = 0; round < ROUNDS_COUNT; round++) {
    const [first, second, third] = [await click(), await click(), await click()]
    const lock = { statement: LOCK_PAIRS, id: ann.externalId }
    assertAllOpened((await meeting.queue<Told[]>(lock, [first, rotate]))[0]!)
    assertAllOpened((await meeting.queue<Told[]>(lock, [rotate, second]))[1]!)
    assertAllOpened((await meeting.together<Told[]>([third, rotate]))[0]!)
  }
  const gaps = await openRows(world.databaseUrl).query(`
    select pair_id from seed_pairs left join rounds using (operator_id, pair_id)
    group by pair_id, next_nonce having count(round_id) <> next_nonce or coalesce(max(nonce), -1) <> next_nonce - 1`)
  assert.deepEqual(gaps, [])
})

test('a batch with a click of which the wallet said nothing, and the resolver that takes it up, charge it once and draw it once, or give it back', async (t) => {
  const stage = await start(t)
  const { world, ann, spentBy } = stage
  const rows = openRows(world.databaseUrl)
  for (const unknownDebit of ['refund', 'settle'] as const) {
    await world.settings(world.operator, { wallet: { unknownDebit } })
    for (const meet of ['resolver begins', 'batch begins', 'resolver ends', 'batch ends'] as const) {
      for (const isPaid of [true, false]) {
        const what = `${unknownDebit}, ${meet} first, ${isPaid ? 'paid' : 'not paid'} before`
        const before = spentBy(ann)
        world.casino.wallet.faults.push({
          when: { player: ann.externalId, type: 'wallet.debit' },
          times: 1,
          fault: faults.reset({ apply: isPaid }),
        })
        assert.equal((await ann.player.open(openBody(world.operator, what))).status, 503, what)
        world.clock.advance(GIVEN_UP_MS)
        const isBeginning = meet.endsWith('begins')
        const { told, lookedAtCount } = await (isBeginning ? meetAtBegin : meetAtEnd)(
          stage,
          what,
          meet.startsWith('resolver'),
        )
        assertAllOpened(told.slice(1))
        assert.equal(lookedAtCount, meet === 'batch begins' ? 0 : 1, `${what}: what a request has is passed over`)
        for (let pass = 0; pass < 6; pass++) {
          world.clock.advance(GIVEN_UP_MS)
          await world.tick('resolver')
        }
        // Who asked is asked no more once the resolver has begun and the operator wants such money back.
        const isKept = meet === 'batch begins' || unknownDebit === 'settle'
        const final = await ann.player.open(openBody(world.operator, what))
        assert.equal(final.headers.get('retry-after'), null, `${what}: ${final.text}`)
        assert.equal(final.status === 200, isKept, `${what}: ${final.text}`)
        assert.ok(isKept || told[0]!.status !== 200, `${what}: who was told that they have it has it`)
        assert.equal(spentBy(ann) - before, isKept ? PRICE_MINOR : 0, what)
        const [seen] = await rows.query(DONE_FOR_CLICK, [what])
        const attempts = isBeginning ? 2 : 3
        const refunds = isKept ? 0 : 1
        assert.deepEqual(seen, { rounds: 1, drawn: isKept ? 1 : 0, items: isKept ? 1 : 0, attempts, refunds }, what)
      }
    }
  }
})

/** Both want to drive the debit: who holds it comes to stand before its round, and the other finds it taken. */
async function meetAtBegin({ world, click, meeting }: Stage, clientActionId: string, isResolverFirst: boolean) {
  const batch = await click(clientActionId)
  let lookedAtCount = -1
  const resolve = async () => {
    lookedAtCount = await world.tick('resolver')
    return []
  }
  const movers = isResolverFirst ? [resolve, batch] : [batch, resolve]
  const told = await meeting.queue<Told[]>({ statement: LOCK_ROUND, id: clientActionId }, movers)
  return { told: told[isResolverFirst ? 1 : 0]!, lookedAtCount }
}

/** Both have been told by the wallet that it is paid: the request stood still for longer than it may, and the others come to their end with it. */
async function meetAtEnd(stage: Stage, clientActionId: string, isResolverFirst: boolean) {
  const { world, letIn, holds, meeting, sizes } = stage
  const [repeat, others] = [await letIn('ann', clientActionId), await letIn('others', clientActionId)]
  holds.close('open-round:replied')
  holds.close('resolver:replied')
  const repeating = repeat()
  await holds.until('open-round:replied', 1)
  world.clock.advance(GIVEN_UP_MS)
  const resolving = world.tick('resolver')
  await holds.until('resolver:replied', 1)
  const clicking = others()
  await holds.until('open-round:replied', COUNT)
  const apply = async () => {
    holds.open('open-round:replied')
    return (await Promise.all([repeating, clicking])).flat()
  }
  let lookedAtCount = -1
  const resolve = async () => {
    holds.open('resolver:replied')
    lookedAtCount = await resolving
    return []
  }
  const movers = isResolverFirst ? [resolve, apply] : [apply, resolve]
  const told = await meeting.queue<Told[]>({ statement: LOCK_OPERATION, id: 'ann' }, movers)
  assert.equal(sizes.of('open-round apply').at(-1), COUNT, 'all eight came to their end together')
  return { told: told[isResolverFirst ? 1 : 0]!, lookedAtCount }
}

test('a cashback of one player and a batch in which they open never wait for each other, wherever either of them stands', async (t) => {
  const { world, click, ann, meeting, holds, spentBy } = await start(t)
  for (let round = 0; round < ROUNDS_COUNT; round++) {
    for (const stands of ['cashback begins', 'cashback ends', 'batch begins', 'batch ends'] as const) {
      const opened = await ann.player.open(openBody(world.operator, `item-${round}-${stands}`))
      const { id } = opened.body.items[0]!
      const before = spentBy(ann)
      const ended: string[] = []
      const clicked = await click()
      const batch = async () => {
        assertAllOpened(await clicked())
        ended.push('batch')
      }
      const cashBack = async () => {
        const { status, text } = await ann.player.cashBack(id)
        assert.equal(status, 200, text)
        ended.push('cashback')
      }
      /** Comes to the beginning of its second transaction, which it begins when it is told to. */
      const toEnd = async () => {
        holds.close('cash-back:replied')
        const cashing = cashBack()
        await holds.until('cash-back:replied', 1)
        return () => {
          holds.open('cash-back:replied')
          return cashing
        }
      }
      const [lock, first, second, whoPasses] = await {
        'cashback begins': () => [{ statement: LOCK_ITEM, id }, cashBack, batch, 'batch'] as const,
        'cashback ends': async () => [{ statement: LOCK_ITEM, id }, await toEnd(), batch, 'batch'] as const,
        'batch begins': () => [{ statement: LOCK_PLAYER, id: 'ann' }, batch, cashBack, 'cashback'] as const,
        'batch ends': () => [{ statement: LOCK_PAIRS, id: 'ann' }, batch, cashBack, 'cashback'] as const,
      }[stands]()
      const look = async () => assert.deepEqual(ended, [whoPasses], `${stands}: the other one is past it`)
      await meeting.queue<void>(lock, [first, second, look])
      assert.equal(spentBy(ann) - before, PRICE_MINOR - CASHBACK_MINOR, stands)
    }
  }
})

type Stage = Awaited<ReturnType<typeof start>>
type Ann = { externalId: string; player: Player; comeBack(): Promise<void> }

/** Eight players, of whom Ann is the one whom something befalls. The opens of all share transactions. */
async function start(t: TestContext) {
  const [together, holds] = [makeTogether(), makeHolds()]
  const at: Points['at'] = async (name) => {
    await together.points.at(name)
    await holds.points.at(name)
  }
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { points: { at }, limits: { sharedPatienceMs: 60_000 } },
  })
  const { operator, casino } = world
  const names = ['ann', ...Array.from({ length: COUNT - 1 }, (_, index) => `other-${index}`)]
  const enter = async (name: string): Promise<Player> => {
    casino.wallet.setBalance(operator.slug, name, 'EUR', 1_000_000)
    return world.play(operator, name)
  }
  const players: Player[] = []
  for (const name of names) players.push(await enter(name))
  const ann: Ann = {
    externalId: 'ann',
    player: players[0]!,
    comeBack: async () => {
      ann.player = await enter('ann')
      players[0] = ann.player
    },
  }
  const sizes = watchShared(world.service)
  // A repeat goes on alone.
  t.after(() => assert.ok(Math.max(...sizes.of('open-round begin')) >= COUNT - 1, 'all eight were begun together'))
  const rows = openRows(world.databaseUrl)
  let clicks = 0
  const { reels } = openBody(operator, '')
  return {
    ...{ world, ann, holds, sizes },
    meeting: openMeeting(world.databaseUrl, 'batches'),
    /** What Ann has paid and did not get back. */
    spentBy: ({ externalId }: Ann) => 1_000_000 - casino.wallet.balance(operator.slug, externalId, 'EUR')!,
    /** How many debits of Ann are recorded. */
    debitsOf: async ({ externalId }: Ann) => {
      const count = `select count(*) from wallet_operations where player_external_id = $1 and direction = 'debit'`
      return Number((await rows.query(count, [externalId]))[0]?.count)
    },
    /** All of them are let in, and click when they are told to: a new click, or for Ann one that she has made before. */
    click: async (annsAction?: string) => {
      const action = `click-${clicks++}`
      const made = players.map((player, index) => {
        return { player, clientActionId: index === 0 && annsAction ? annsAction : action, reels }
      })
      return together.letIn(world.service.ctx, made)
    },
    /** The same for some of them. */
    letIn: async (who: 'ann' | 'others', clientActionId: string) => {
      const some = who === 'ann' ? players.slice(0, 1) : players.slice(1)
      return together.letIn(
        world.service.ctx,
        some.map((player) => ({ player, clientActionId, reels })),
      )
    },
  }
}

function assertAllOpened(told: readonly Told[]): void {
  for (const one of told) assert.equal(one.status, 200, JSON.stringify(one))
}

function assertOthersOpened(told: readonly Told[]): void {
  assertAllOpened(told.slice(1))
}
