import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Player } from '../support/player.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { watchShared } from '../support/shared-sizes.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { makeTogether } from '../support/together.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const COUNT = 8
const VICTIM = 3
const PRICE_MINOR = 500
const LEASE_MS = 15_000

/** What a statement may fail with: constraints of every kind, what is tried again and fails again, and what is nobody's mistake. */
const FAILURES = {
  'unique constraint': '23505',
  'foreign key': '23503',
  'check constraint': '23514',
  'value that is missing': '23502',
  'number out of range': '22003',
  'serialization failure': '40001',
  deadlock: '40P01',
  'lock that is not to be had': '55P03',
  'lack of memory': '53200',
  'bug of the database': 'XX000',
  'function of our own': 'P0001',
}

/** The statements of both transactions of an open, each by what it does to which table, and how a row of the victim is known there. */
const BY_PLAYER = `player_id = (select player_id from players where external_id = '${VICTIM}')`
const BY_ROUND = `round_id in (select round_id from rounds where ${BY_PLAYER})`
const BY_OPERATION = `operation_id in (select operation_id from wallet_operations where ${BY_PLAYER})`
const STATEMENTS: [step: 'begin' | 'apply', does: 'insert' | 'update', table: string, isVictim: string][] = [
  ['begin', 'insert', 'actions', BY_PLAYER],
  ['begin', 'insert', 'rounds', BY_PLAYER],
  ['begin', 'insert', 'round_reels', BY_ROUND],
  ['begin', 'insert', 'wallet_operations', BY_PLAYER],
  ['begin', 'insert', 'wallet_attempts', BY_OPERATION],
  ['apply', 'update', 'wallet_attempts', BY_OPERATION],
  ['apply', 'update', 'wallet_operations', BY_PLAYER],
  ['apply', 'update', 'seed_pairs', BY_PLAYER],
  ['apply', 'update', 'rounds', BY_PLAYER],
  ['apply', 'update', 'round_reels', BY_ROUND],
  ['apply', 'insert', 'inventory_items', BY_PLAYER],
  ['apply', 'insert', 'history_entries', BY_PLAYER],
  ['apply', 'insert', 'outbox_events', `player_external_id = '${VICTIM}'`],
  ['apply', 'update', 'actions', BY_PLAYER],
]

test('what fails for one of eight that share a transaction, in any statement and for any reason, reaches none of the other seven', async (t) => {
  const stage = await setStage(t)
  const kinds = Object.entries(FAILURES)
  let place = 0
  for (const [step, does, table, isVictim] of STATEMENTS) {
    // Each statement with two kinds of failure, and each kind with some statement.
    for (let turn = 0; turn < 2; turn++) {
      const [kind, code] = kinds[place++ % kinds.length]!
      await t.test(`a ${kind} at the ${does} of ${table}, as opens ${step}`, () =>
        failOne(stage, step, {
          breaks: () => breakFor(stage.rows, { does, table, isVictim, code }),
          mends: () => stage.rows.query(`drop trigger breaks on ${table}`),
        }),
      )
    }
  }
  await t.test('a bug of ours: the seed of one is sealed for somebody else', async () => {
    const { rows } = stage
    const sealed = 'server_seed_sealed = overlay(server_seed_sealed placing sha256(server_seed_sealed) from 20)'
    let before: { pair_id: number; was: Buffer }[] = []
    await failOne(stage, 'apply', {
      breaks: async () => {
        before = await rows.query(`select pair_id, server_seed_sealed as was from seed_pairs where ${BY_PLAYER}`)
        await rows.query(`update seed_pairs set ${sealed} where ${BY_PLAYER}`)
      },
      mends: async () => {
        for (const { pair_id, was } of before)
          await rows.query('update seed_pairs set server_seed_sealed = $2 where pair_id = $1', [pair_id, was])
      },
      // Nothing of it has gone to the database yet: it is left out.
      aloneCount: 0,
    })
  })
})

type Stage = Awaited<ReturnType<typeof setStage>>

async function setStage(t: Parameters<typeof startWorld>[0]) {
  const together = makeTogether()
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { points: together.points, limits: { sharedPatienceMs: 60_000 } },
    freshDatabase: true,
  })
  const players: Player[] = []
  for (let index = 0; index < COUNT; index++) {
    const player = await world.play(world.operator, String(index))
    world.casino.wallet.setBalance(world.operator.slug, player.externalId, 'EUR', 1_000_000)
    // Their seeds are made by the first open, of one player at a time.
    assert.equal((await player.open(openBody(world.operator, 'first'))).status, 200)
    players.push(player)
  }
  return { world, together, players, rows: openRows(world.databaseUrl), sizes: watchShared(world.service) }
}

let clicks = 0

/** Where the transaction fails, they shared it, and then none of them. */
type Failure = { breaks(): Promise<unknown>; mends(): Promise<unknown>; aloneCount?: number }

/** All click at once while it fails for one, and that one again when it is mended: each is charged once and has one box. */
async function failOne(
  { world, together, players, sizes }: Stage,
  step: 'begin' | 'apply',
  { breaks, mends, aloneCount = COUNT }: Failure,
): Promise<void> {
  const clientActionId = `click-${clicks++}`
  const { reels } = openBody(world.operator, clientActionId)
  const name = `open-round ${step}`
  const [before, aloneBefore] = [players.map((player) => balanceOf(world, player)), sizes.aloneCount(name)]
  await breaks()
  const told = await together.click(
    world.service.ctx,
    players.map((player) => ({ player, clientActionId, reels })),
  )
  await mends()
  const others = told.filter((_, index) => index !== VICTIM)
  assert.deepEqual(
    others.map(({ status }) => status),
    others.map(() => 200),
    JSON.stringify(others),
  )
  assert.equal(told[VICTIM]?.status, 500, JSON.stringify(told[VICTIM]))
  assert.equal(sizes.aloneCount(name) - aloneBefore, aloneCount, 'how many went alone in the end')
  world.clock.advance(LEASE_MS)
  const again = await players[VICTIM]!.open({ clientActionId, reels })
  assert.equal(again.status, 200, again.text)
  for (const [index, player] of players.entries())
    assert.equal(balanceOf(world, player), before[index]! - PRICE_MINOR, `player ${index} is charged once`)
}

function balanceOf({ casino, operator }: World, { externalId }: Player): number {
  return casino.wallet.balance(operator.slug, externalId, 'EUR')!
}

type Breaking = { does: 'insert' | 'update'; table: string; isVictim: string; code: string }

async function breakFor(rows: Rows, { does, table, isVictim, code }: Breaking): Promise<void> {
  await rows.query(`
    create or replace function breaks() returns trigger language plpgsql security definer as $$
    begin
      if (select ${isVictim} from (select new.*) as row) then
        raise exception 'it fails for one' using errcode = '${code}', constraint = 'of_this_test';
      end if;
      return new;
    end
    $$`)
  await rows.query(`create trigger breaks after ${does} on ${table} for each row execute function breaks()`)
}
