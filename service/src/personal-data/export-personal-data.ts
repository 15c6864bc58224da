import { createHash } from 'node:crypto'
import { HISTORY_TYPES } from '@coffer/contract/history'
import type { CursorPair } from '@coffer/contract/shapes'
import { appendAudit } from '../audit/index.ts'
import { GAMES } from '../games/index.ts'
import { listPayouts, listVaultItems } from '../inventory/index.ts'
import { type Owner, type PageRequest, readPage } from '../kernel/index.ts'
import { listVerificationsWithAnswers } from '../kyc/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { readPlayer, readRoundsOfPlayer, requirePlayer } from '../reports/index.ts'
import { listOrders, listUnplacedOrders } from '../shipping/index.ts'
import { type Employer, readAllRows, showAudit } from '../staff/index.ts'
import { readHistory } from '../wallet/index.ts'

/** What the file does not contain, for the person who reads it. */
const NOT_INCLUDED = [
  'Photos of documents and faces, and notes of reviewers. Coffer stores them until they are erased.',
  'The results of automatic checks, and the reasons for which the operator asked for another verification.',
  'The answers of a verification that is not handed in. The player sees them on the page of the verification.',
  'Copies of orders and verifications in notices to the operator.',
]

/**
 * Exports the data of a player as the parts of a JSON file. The audit log records the export before the first part, and the SHA-256 of the
 * file and its length in bytes before the last part. Throws PLAYER_NOT_FOUND.
 */
export async function exportPersonalData(
  ctx: Context,
  employer: Employer,
  owner: Owner,
): Promise<AsyncIterable<string>> {
  const { operator, player } = await requirePlayer(ctx, owner)
  const { externalId: playerExternalId } = player
  const record = (action: 'player.data_export_started' | 'player.data_exported', details: object) =>
    ctx.systemTx((tx) => {
      const entry = { actor: employer.actor, action, details: { playerExternalId, ...details }, at: ctx.clock.now() }
      return appendAudit(ctx, tx, owner.operatorId, entry)
    })
  const startEntryNumber = await record('player.data_export_started', {})
  const parts = jsonObjectParts({
    operator: operator.slug,
    exportedAt: ctx.clock.now().toISOString(),
    ...(await readWhole(ctx, employer, owner)),
    ...listRows(ctx, employer, { operator, owner, playerExternalId }),
    notIncluded: NOT_INCLUDED,
  })
  return withRecordedDigest(parts, async (digest) => {
    await record('player.data_exported', { startEntryNumber, ...digest })
  })
}

/** What is read whole: there is little of it. */
async function readWhole(ctx: Context, employer: Employer, owner: Owner) {
  const { playerExternalId, playerId, createdAt, restrictions, sessions } = await readPlayer(ctx, employer, owner)
  return {
    player: { playerExternalId, playerId, createdAt },
    ...{ restrictions, sessions },
    verifications: await listVerificationsWithAnswers(ctx, owner),
    unplacedOrders: await ctx.tx(owner.operatorId, (tx) => listUnplacedOrders(tx, owner)),
  }
}

/** Lists that are read page by page. */
function listRows(ctx: Context, employer: Employer, { operator, owner, playerExternalId }: Who) {
  const { operatorId } = owner
  const readAll = <Row>(read: (page: PageRequest) => Promise<{ rows: Row[]; cursor: CursorPair }>) =>
    readAllRows((cursor) => read(readPage({ limit: ctx.limits.exportPageCount, cursor }, [], 0, null)))
  return {
    restrictionChanges: readAllRows(async (cursor) => {
      const filters = { action: 'player.restrictions_changed', object: playerExternalId, objectType: 'player' } as const
      const page = { sort: '-entryNumber', limit: ctx.limits.exportPageCount, cursor } as const
      const { entries, ...rest } = await showAudit(ctx, employer, { ...filters, ...page })
      // Without the actor, who is a member of staff.
      return { rows: entries.map(({ at, reason, changes }) => ({ at, reason, changes })), ...rest }
    }),
    orders: readAll(async (page) => {
      const { orders, cursor } = await listOrders(ctx, owner, { statuses: [], page })
      return { rows: orders, cursor }
    }),
    items: readAll(async (page) => {
      const { items, cursor } = await listVaultItems(ctx, operator, owner, { state: null, page })
      return { rows: items, cursor }
    }),
    payouts: readAll(async (page) => {
      const { payouts, cursor } = await listPayouts(ctx, { operatorId, playerExternalId, statuses: [] }, page)
      return { rows: payouts, cursor }
    }),
    rounds: readAll(async (page) => {
      const { rounds, cursor } = await readRoundsOfPlayer(ctx, GAMES, owner, page)
      return { rows: rounds, cursor }
    }),
    movements: readAll(async (page) => {
      const filter = { operatorId, playerExternalId, types: HISTORY_TYPES, from: null, to: null }
      const { items, cursor } = await readHistory(ctx, filter, page)
      return { rows: items, cursor }
    }),
  }
}

/** A JSON object in parts: the rows of an iterable one by one, other values whole. */
async function* jsonObjectParts(object: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(object)) {
    yield `${separator}\n${JSON.stringify(name)}:`
    if (isAsyncIterable(value)) yield* jsonArrayParts(value)
    else yield JSON.stringify(value)
    separator = ','
  }
  yield '\n}\n'
}

async function* jsonArrayParts(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Passes parts on. Records the SHA-256 of all parts, and their length in bytes, before the last part. */
async function* withRecordedDigest(
  parts: AsyncIterable<string>,
  recordDigest: (digest: { sha256: string; bytesCount: number }) => Promise<void>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let bytesCount = 0
  let last: string | null = null
  for await (const part of parts) {
    if (last !== null) yield last
    hash.update(part)
    bytesCount += Buffer.byteLength(part)
    last = part
  }
  await recordDigest({ sha256: hash.digest('hex'), bytesCount })
  if (last !== null) yield last
}
