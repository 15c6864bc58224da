import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CofferError } from '@coffer/operator-sdk'
import { deliverItems } from '../../service/src/inventory/index.ts'
import { Refusal } from '../../service/src/kernel/index.ts'
import { inProof } from '../support/in-proof.ts'
import type { Player } from '../support/player.ts'
import { type Meeting, openMeeting } from '../support/racing.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { seededBytes } from '../support/seeds.ts'
import { winBody } from '../support/sure-boxes.ts'
import { prizeKey, UPGRADER_ON, upgrade, upgraderCatalogue } from '../support/upgrader.ts'
import { startWorld, type World } from '../support/world.ts'

/** Six show each order in the queue, and both orders of two that begin together. */
const TRIALS = inProof ? 50 : 6
const LOST = [
  'CASHBACK_NOT_AVAILABLE',
  'PAYOUT_NOT_AVAILABLE',
  'ITEM_BUSY',
  'VALIDATION_FAILED',
  'PAYOUT_NOT_RESERVED',
  'UPGRADER_ITEM_NOT_OWNED',
]

type Stage = { world: World; player: Player; rows: Rows; meeting: Meeting }

/** Tries to move one thing; true when it did, false when it was told that somebody else had. */
type Move = (stage: Stage, id: number) => Promise<boolean>

const ITEM_MOVES: Record<string, { move: Move; leads: string }> = {
  cashback: {
    leads: 'cashed_back',
    move: async ({ player }, id) => wonOrLost((await player.cashBack(id)).body),
  },
  payout: {
    leads: 'reserved',
    move: ({ world }, id) =>
      orLost(
        world.operator.coffer.createPayout({
          ...{ playerExternalId: 'ann', inventoryItemIds: [id], idempotencyKey: `key-${id}` },
        }),
      ),
  },
  deliver: {
    leads: 'fulfilled',
    move: ({ world }, id) => {
      const { operatorId } = world.operator
      return orLost(deliverItems(world.service.ctx, { operatorId, inventoryItemIds: [id], actor: 'test' }))
    },
  },
  stake: {
    leads: 'consumed',
    move: async ({ world, player }, id) => {
      const targetItemId = world.operator.items[prizeKey(1250)]!
      return wonOrLost((await upgrade(player, { stakeItemIds: [id], chanceBps: 2500, targetItemId })).body)
    },
  },
  // Takes whatever is due, which is the one item of the trial. It never waits: a locked item is left alone.
  expiry: { leads: 'expired', move: async ({ world }) => (await world.tick('expire-items')) === 1 },
}

const PAYOUT_MOVES: Record<string, { move: Move; leads: string }> = {
  confirm: { leads: 'paid_out', move: ({ world }, id) => orLost(world.operator.coffer.confirmPayout({ id })) },
  cancel: { leads: 'unresolved', move: ({ world }, id) => orLost(world.operator.coffer.cancelPayout({ id })) },
  'auto-cancel': {
    leads: 'unresolved',
    move: async ({ world }, id) => {
      await world.tick('cancel-payouts')
      return (await statusOf(world, id)) === 'cancelled'
    },
  },
}

function wonOrLost(body: { error?: { code: string } | undefined }): boolean {
  if (body.error) assert.ok(LOST.includes(body.error.code), JSON.stringify(body))
  return !body.error
}

async function orLost(moving: Promise<unknown>): Promise<boolean> {
  try {
    await moving
    return true
  } catch (error) {
    if (!(error instanceof CofferError || error instanceof Refusal)) throw error
    return wonOrLost({ error })
  }
}

async function statusOf(world: World, id: number): Promise<string> {
  return (await world.operator.coffer.getPayout({ id })).payout.status
}

async function start(t: TestContext): Promise<Stage> {
  const settings = { ...UPGRADER_ON, 'inventory.expiryDays': 1000 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: upgraderCatalogue(), settings } } })
  world.casino.wallet.setBalance('aurum', 'ann', 'EUR', 10_000_000)
  const rows = openRows(world.databaseUrl)
  const meeting = openMeeting(world.databaseUrl, 'items-race')
  return { world, rows, meeting, player: await world.play(world.operator, 'ann') }
}

async function winBooks({ world, player }: Stage, count: number): Promise<number[]> {
  const won: number[] = []
  while (won.length < count) {
    const keys = Array(20).fill('book') as 'book'[]
    const { body, text } = await player.open(winBody(world.operator, `win-${won.length}`, ...keys))
    assert.ok(body.items, text)
    won.push(...body.items.map((item) => item.id))
  }
  return won
}

const pairsOf = <T>(all: readonly T[]) =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const))

const lock = (table: string, column: string) => `select from ${table} where ${column} = $1 for update`
const LOCK_ITEM = lock('inventory_items', 'inventory_item_id')
const LOCK_PAYOUT = lock('payouts', 'payout_id')

test('of two that move one item, one does, whoever they are and whoever comes first', async (t) => {
  const stage = await start(t)
  const { world, rows, meeting } = stage
  const pairs = pairsOf(Object.keys(ITEM_MOVES))
  const books = await winBooks(stage, pairs.length * TRIALS)
  for (const pair of pairs) {
    await t.test(pair.join(' and '), async (t) => {
      const wins = new Map(pair.map((name) => [name, 0]))
      for (let trial = 0; trial < TRIALS; trial++) {
        const id = books.pop()!
        await rows.query(`update inventory_items set expires_at = created_at where inventory_item_id = $1`, [id])
        const names = trial % 2 === 0 ? pair : pair.toReversed()
        const movers = names.map((name) => () => ITEM_MOVES[name]!.move(stage, id))
        const isQueued = !pair.includes('expiry') && trial % 3 > 0
        const moved = isQueued
          ? await meeting.queue({ statement: LOCK_ITEM, id }, movers)
          : await meeting.together(movers)
        assert.equal(moved.filter(Boolean).length, 1, `${names} of item ${id}: ${moved}`)
        const winner = names[moved.indexOf(true)]!
        if (isQueued) assert.equal(winner, names[0], 'who stood first')
        wins.set(winner, wins.get(winner)! + 1)
        const [item] = await rows.query<{ state: string }>(
          'select state from inventory_items where inventory_item_id = $1',
          [id],
        )
        assert.equal(item!.state, ITEM_MOVES[winner]!.leads)
        const credits = world.casino.wallet.ledger('aurum', 'ann').filter((entry) => {
          return entry.idempotencyKey === `cashback:inventory:${id}`
        })
        assert.equal(credits.length, winner === 'cashback' ? 1 : 0, 'money for one that was cashed back, and no other')
        await rows.query(
          `update inventory_items set expires_at = null where inventory_item_id = $1 and state <> 'expired'`,
          [id],
        )
      }
      t.diagnostic([...wins].map(([name, count]) => `${name} ${count}`).join(', '))
    })
  }
})

test('of two that end one payout, one does, and its items go the same way', async (t) => {
  const stage = await start(t)
  const { world, rows, meeting } = stage
  const pairs = pairsOf(Object.keys(PAYOUT_MOVES))
  const books = await winBooks(stage, pairs.length * TRIALS * 2)
  for (const pair of pairs) {
    await t.test(pair.join(' and '), async () => {
      for (let trial = 0; trial < TRIALS; trial++) {
        const inventoryItemIds = [books.pop()!, books.pop()!]
        const reserve = { playerExternalId: 'ann', inventoryItemIds, idempotencyKey: `key-${inventoryItemIds[0]}` }
        const { id } = (await world.operator.coffer.createPayout(reserve)).payout
        await rows.query('update payouts set expires_at = created_at where payout_id = $1', [id])
        const names = trial % 2 === 0 ? pair : pair.toReversed()
        const movers = names.map((name) => () => PAYOUT_MOVES[name]!.move(stage, id))
        const isQueued = trial % 3 > 0
        const moved = isQueued
          ? await meeting.queue({ statement: LOCK_PAYOUT, id }, movers)
          : await meeting.together(movers)
        const winner = names[moved.indexOf(true)]!
        const bothCancel = !pair.includes('confirm')
        assert.deepEqual(moved.filter(Boolean).length, bothCancel ? 2 : 1, `${names} of payout ${id}: ${moved}`)
        if (isQueued) assert.equal(winner, names[0], 'who stood first')
        const found = await rows.query<{ state: string }>(
          'select state from inventory_items where inventory_item_id = any($1)',
          [inventoryItemIds],
        )
        assert.deepEqual(
          found.map(({ state }) => state),
          Array(2).fill(PAYOUT_MOVES[winner]!.leads),
        )
      }
    })
  }
})

const random = seededBytes('payouts-race')

test('payouts that overlap neither deadlock nor share an item, in whatever order they name them', async (t) => {
  const stage = await start(t)
  const { world } = stage
  const books = await winBooks(stage, 20)
  const asked = Array.from({ length: 60 }, (_, n) => {
    const inventoryItemIds = [...books].filter(() => random(1)[0]! % 5 === 0)
    if (random(1)[0]! % 2 === 0) inventoryItemIds.reverse()
    return { playerExternalId: 'ann', idempotencyKey: `key-${n}`, inventoryItemIds }
  }).filter(({ inventoryItemIds }) => inventoryItemIds.length > 0)
  const reserved = await Promise.all(asked.map((body) => orLost(world.operator.coffer.createPayout(body))))
  const held = asked.filter((_, index) => reserved[index]).flatMap(({ inventoryItemIds }) => inventoryItemIds)
  assert.equal(new Set(held).size, held.length, 'no item twice')
  assert.ok(held.length > 0)
  const { payouts } = await world.operator.coffer.listPayouts({ limit: 200 })
  assert.deepEqual(
    payouts.flatMap(({ items }) => items.map((item) => item.inventoryItemId)).sort((a, b) => a - b),
    held.sort((a, b) => a - b),
  )
})
