import { setTimeout as sleep } from 'node:timers/promises'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { checkInvariants } from '@coffer/service/administration'
import pg from 'pg'
import { booksOf } from '../support/check-world.ts'
import { type Click, type Clicks, codeOf } from './clicks.ts'
import type { KillPlayer } from './player.ts'
import type { Stage } from './stage.ts'

/** Much longer than any of this takes on a slow machine. */
const PATIENCE_MS = 600_000
const PAUSE_MS = 1_000
const PARALLEL_COUNT = 8
const PAGE_COUNT = 200
/** What is refused before anything is charged or staked is asked anew each time. */
const ASKED_ANEW = ['FREE_OPENS_EXHAUSTED', 'INVENTORY_NOT_SHIPPABLE', 'UPGRADER_ITEM_NOT_OWNED']

/** Waits until the resolver has brought every operation to its end; what is left then, the doctor names. */
export async function untilQuiet(stage: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: stage.database.url })
  await client.connect()
  const deadline = performance.now() + PATIENCE_MS
  try {
    while (performance.now() < deadline) {
      const { rows } = await client.query(`select from wallet_operations where state = 'open' limit 1`)
      if (rows.length === 0) return
      await sleep(200)
    }
  } finally {
    await client.end()
  }
}

/** Sends every click again, to both processes: each has one answer for good by now, and it is the one that was told before. */
export async function repeatAll(clicks: Clicks): Promise<void> {
  const waiting = [...clicks.all]
  const repeatNext = async () => {
    for (let click = waiting.pop(); click; click = waiting.pop()) await repeat(clicks, click)
  }
  await Promise.all(Array.from({ length: PARALLEL_COUNT }, repeatNext))
}

/** A click that never reached the service before calls the wallet now. A stall may cut that call, and the click is sent again. */
async function repeat(clicks: Clicks, click: Click): Promise<void> {
  const isRemembered = / (open|purchase|ship|upgrade) /.test(click.name)
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const replies = [await clicks.tell(click, 0), await clicks.tell(click, 1)]
    const isRefused = ASKED_ANEW.includes(codeOf(replies[1]!) ?? '')
    if (!isRemembered || click.final !== null || isRefused) return
    const isUndecided = replies.every((reply) => reply === null || reply.retries)
    if (!isUndecided || performance.now() > end) {
      clicks.violations.push(`${click.name} has no answer for good: ${JSON.stringify(replies)}`)
      return
    }
    await sleep(PAUSE_MS)
  }
}

/** The doctor's verdict against the wallet's own books, and the players' balances against what the operator reads. */
export async function examine(stage: Stage, players: readonly KillPlayer[]): Promise<string[]> {
  const changes = await Promise.all(players.map(async (player) => [player, await changesOf(player)] as const))
  await stage.wallet.end()
  const casino = await startReferenceOperator({ ...stage.walletOptions, port: 0 })
  const ctx = await stage.openContext()
  try {
    const { violations } = await checkInvariants(ctx, { ledger: booksOf(casino), healed: true })
    return [
      ...violations.map(({ invariant, operatorId, subject, detail }) => {
        return `${invariant} operator ${operatorId}, ${subject}: ${detail}`
      }),
      ...changes.flatMap(([player, change]) => compareBalance(casino, player, change)),
    ]
  } finally {
    await ctx.close()
    await casino.close()
  }
}

/** What the operator's feed says that happened to the player's money. */
async function changesOf(player: KillPlayer): Promise<number> {
  const { externalId: playerExternalId, currency } = player.plan
  let sum = 0
  let cursor: string | null = null
  do {
    const page = { playerExternalId, limit: PAGE_COUNT, ...(cursor === null ? {} : { cursor }) }
    const { items, cursor: next } = await player.backend(0).history(page, { retry: { forMs: PATIENCE_MS } })
    for (const item of items) if (item.currency === currency) sum += item.amountMinor
    cursor = next.next
  } while (cursor !== null)
  return sum
}

/** Start, less debits, plus credits. */
function compareBalance({ wallet }: ReferenceOperator, { operator, plan, name }: KillPlayer, change: number): string[] {
  const entries = wallet.ledger(operator.slug, plan.externalId).filter((entry) => entry.currency === plan.currency)
  const start = entries
    .filter((entry) => entry.idempotencyKey === null)
    .reduce((sum, entry) => sum + entry.amountMinor, 0)
  const balance = wallet.balance(operator.slug, plan.externalId, plan.currency)
  if (balance === start + change) return []
  return [`${name} began with ${start}, the history changes it by ${change}, and the wallet has ${balance}`]
}
