import { createHash } from 'node:crypto'
import { HISTORY_TYPES } from '@coffer/contract/history'
import { appendAudit } from '../audit/index.ts'
import { GAMES } from '../games/index.ts'
import { listPayouts, listVaultItems } from '../inventory/index.ts'
import { type Owner, type PageRequest, readPage } from '../kernel/index.ts'
import { listEntered } from '../kyc/index.ts'
import type { Context } from '../platform/index.ts'
import { readPlayer, readRoundsOfPlayer, requirePlayer } from '../reports/index.ts'
import { listOrders } from '../shipping/index.ts'
import { type Employer, readAllRows } from '../staff/index.ts'
import { readHistory } from '../wallet/index.ts'

/** What the file does not contain, for the person who reads it. */
const NOT_INCLUDED = [
  'Photos of documents and faces, and notes of reviewers. The platform has them until they are erased.',
  'What was entered into a verification that is not handed in: the player sees it on the page of the verification.',
  'Copies of orders and verifications in notices to the operator.',
]

/**
 * Everything of a player as a JSON file, in parts. The export is recorded before the first part; the SHA-256 and the length of the file, in
 * bytes, are recorded before the last one, so that a complete file is always in the audit log. Throws PLAYER_NOT_FOUND.
 */
export async function exportPersonalData(
  ctx: Context,
  employer: Employer,
  owner: Owner,
): Promise<AsyncIterable<string>> {
  const { operator, player } = await requirePlayer(ctx, owner)
  const { operatorId } = owner
  const { externalId: playerExternalId } = player
  const { restrictions, sessions, createdAt } = await readPlayer(ctx, employer, owner)
  const record = (action: 'player.data_exported' | 'player.data_export_completed', details: object) =>
    ctx.systemTx((tx) => {
      const entry = { actor: employer.actor, action, details: { playerExternalId, ...details }, at: ctx.clock.now() }
      return appendAudit(ctx, tx, operatorId, entry)
    })

  const rows = <Row>(read: (page: PageRequest) => Promise<{ rows: Row[]; cursor: PageOf['cursor'] }>) =>
    readAllRows((cursor) => read(readPage({ limit: ctx.limits.exportPageCount, cursor }, [], 0, null)))
  const entryNumber = await record('player.data_exported', {})
  const parts = jsonParts({
    operator: operator.slug,
    exportedAt: ctx.clock.now().toISOString(),
    player: { playerExternalId, playerId: owner.playerId, createdAt },
    ...{ restrictions, sessions },
    verifications: await listEntered(ctx, owner),
    orders: rows(async (page) => {
      const { orders, cursor } = await listOrders(ctx, owner, { statuses: [], page })
      return { rows: orders, cursor }
    }),
    items: rows(async (page) => {
      const { items, cursor } = await listVaultItems(ctx, operator, owner, { state: null, page })
      return { rows: items, cursor }
    }),
    payouts: rows(async (page) => {
      const { payouts, cursor } = await listPayouts(ctx, { operatorId, playerExternalId, statuses: [] }, page)
      return { rows: payouts, cursor }
    }),
    rounds: rows(async (page) => {
      const { rounds, cursor } = await readRoundsOfPlayer(ctx, GAMES, owner, page)
      return { rows: rounds, cursor }
    }),
    movements: rows(async (page) => {
      const filter = { operatorId, playerExternalId, types: HISTORY_TYPES, from: null, to: null }
      const { items, cursor } = await readHistory(ctx, filter, page)
      return { rows: items, cursor }
    }),
    notIncluded: NOT_INCLUDED,
  })
  return recordedParts(parts, async (digest) => {
    await record('player.data_export_completed', { exportEntryNumber: entryNumber, ...digest })
  })
}

type PageOf = Awaited<ReturnType<typeof listOrders>>

/** A JSON object in parts: the rows of an iterable one by one, other values whole. */
async function* jsonParts(object: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(object)) {
    yield `${separator}\n${JSON.stringify(name)}:`
    if (isRows(value)) yield* arrayParts(value)
    else yield JSON.stringify(value)
    separator = ','
  }
  yield '\n}\n'
}

async function* arrayParts(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function isRows(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Holds the last part back until the digest of all parts is recorded. */
async function* recordedParts(
  parts: AsyncIterable<string>,
  record: (digest: { sha256: string; bytesCount: number }) => Promise<void>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let bytesCount = 0
  let last = ''
  for await (const part of parts) {
    yield last
    hash.update(part)
    bytesCount += Buffer.byteLength(part)
    last = part
  }
  await record({ sha256: hash.digest('hex'), bytesCount })
  yield last
}
