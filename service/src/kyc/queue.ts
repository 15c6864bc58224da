import type { KycHint, KycHintCode, KycQueueRow } from '@coffer/contract/admin'
import type { KycStatus } from '@coffer/contract/s2s-kyc'
import type { CursorPair } from '@coffer/contract/shapes'
import { type Cursor, invalidField, type Owner, pageOf, present, readPage } from '../kernel/index.ts'
import { getOperator, listOperatorIds, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { findPlayersOfOperators, getPlayer, type Player } from '../players/index.ts'
import { type Employer, emailsOfStaff, exportList } from '../staff/index.ts'
import { holderOf } from './case.ts'
import { listQueueRecords, type RequestRecord } from './request-store.ts'
import { type Likeness, listLikenesses, listSpokenOn } from './review-store.ts'

export type QueueFilters = {
  /** The ID of a player, as a whole. */
  search?: string | undefined
  status?: KycStatus | undefined
}
type QueuePage = { requests: KycQueueRow[]; cursor: CursorPair }

/**
 * A page of the verifications that match the filters, of one operator or of all (null): with the status SUBMITTED the oldest submission first,
 * otherwise the newest request first. Throws a 422 for a cursor of another list.
 */
export function listQueue(
  ctx: Context,
  operatorId: number | null,
  request: QueueFilters & { limit?: number | undefined; cursor?: string | undefined },
): Promise<QueuePage> {
  const { search, status = null } = request
  const isQueue = status === 'SUBMITTED'
  // Without the text that is searched for: addresses contain the cursor.
  const page = readPage(request, ['kyc queue', operatorId, status], ctx.limits.pageCount, isQueue ? 'number' : null)
  if (isQueue && page.cursor && !isTime(page.cursor.sort)) throw invalidField('cursor', 'has no valid time')
  return ctx.systemTx(async (tx) => {
    const players = search === undefined ? null : await playersNamed(tx, operatorId, search)
    const found = await listQueueRecords(tx, { status, operatorId, players }, page)
    const { rows, cursor } = pageOf(found, page, (row) => ({
      sort: isQueue ? present(row.submitted_at, 'a submitted request has its time').getTime() : null,
      id: row.request_id,
    }))
    return { requests: await showQueue(ctx, tx, rows), cursor }
  })
}

/** The latest time of a `Date`, in milliseconds. */
const LAST_TIME_MS = 8.64e15

function isTime(sort: Cursor['sort']): boolean {
  return Number.isSafeInteger(sort) && Number(sort) >= 0 && Number(sort) <= LAST_TIME_MS
}

async function playersNamed(tx: Tx, operatorId: number | null, externalId: string): Promise<Owner[]> {
  const operatorIds = operatorId === null ? await listOperatorIds(tx) : [operatorId]
  return findPlayersOfOperators(tx, operatorIds, externalId)
}

/** A verification as a row of an export. */
type ExportedRow = Omit<KycQueueRow, 'operator' | 'hints' | 'claim'> & {
  /** Its slug. */
  operator: string
  hints: readonly KycHintCode[]
  /** The e-mail of the reviewer who has claimed it. */
  claim: string | null
}

/** All verifications that match the filters, in the order of {@link listQueue}. */
export function exportQueue(
  ctx: Context,
  employer: Employer,
  filters: QueueFilters,
): Promise<AsyncIterable<ExportedRow>> {
  return exportList(ctx, employer, {
    action: 'kyc.exported',
    details: { status: filters.status ?? null, hasSearch: filters.search !== undefined },
    readPage: async (cursor) => {
      const limit = ctx.limits.exportPageCount
      const { requests, ...page } = await listQueue(ctx, employer.operatorId, { ...filters, limit, cursor })
      return { rows: requests.map(exported), ...page }
    },
  })
}

function exported({ operator, hints, claim, ...row }: KycQueueRow): ExportedRow {
  return { ...row, operator: operator.slug, hints: hints.map(({ code }) => code), claim: claim?.email ?? null }
}

/** The rows that reviewers see of these requests. Run as the system: they may be of several operators. */
export async function showQueue(ctx: Context, tx: Tx, requests: readonly RequestRecord[]): Promise<KycQueueRow[]> {
  if (requests.length === 0) return []
  const now = ctx.clock.now()
  const holders = requests.map((request) => holderOf(request, now)).filter((id) => id !== null)
  const emails = await emailsOfStaff(tx, [...new Set(holders)])
  const likenesses = await listLikenesses(tx, requests, ctx.limits.kycLikenessesCount)
  const spokenOn = await listSpokenOn(tx, requests)
  const owners = await listOwners(tx, requests)
  return requests.map((request, index) => {
    const { operator, player } = present(owners[index], 'each request has an operator and a player')
    const holder = holderOf(request, now)
    const claim = holder === null ? null : claimView(request, holder, emails)
    const hints = [...request.hints, ...likenessHints(likenesses, request)]
    const hasOpinion = spokenOn.has(request.request_id)
    return queueRow(request, { operator, playerExternalId: player.externalId, claim, hints, hasOpinion })
  })
}

/** The operator and the player of each request. The lookups are combined into one statement for operators and one for players. */
function listOwners(tx: Tx, requests: readonly RequestRecord[]): Promise<{ operator: Operator; player: Player }[]> {
  return Promise.all(
    requests.map(async ({ operator_id: operatorId, player_id: playerId }) => {
      const [operator, player] = await Promise.all([
        getOperator(tx, operatorId),
        getPlayer(tx, { operatorId, playerId }),
      ])
      return { operator, player }
    }),
  )
}

type Claim = NonNullable<KycQueueRow['claim']>

function claimView(request: RequestRecord, staffId: number, emails: ReadonlyMap<number, string>): Claim {
  const email = present(emails.get(staffId), 'a member of staff that is referred to exists')
  return { staffId, email, endsAt: present(request.claim_ends_at, 'a claim ends').toISOString() }
}

type Shown = {
  operator: Operator
  playerExternalId: string
  claim: Claim | null
  hints: KycHint[]
  hasOpinion: boolean
}

function queueRow(
  request: RequestRecord,
  { operator, playerExternalId, claim, hints, hasOpinion }: Shown,
): KycQueueRow {
  const needsSecond = operator.settings.kyc.fourEyes && hasOpinion
  const awaits = request.provider !== null ? 'provider' : needsSecond ? 'second_review' : 'review'
  return {
    requestId: request.request_id,
    operator: { slug: operator.slug, name: operator.name },
    playerExternalId,
    status: request.status,
    isReverification: request.is_reverification,
    createdAt: request.created_at.toISOString(),
    submittedAt: request.submitted_at?.toISOString() ?? null,
    decidedAt: request.decided_at?.toISOString() ?? null,
    reasons: request.reasons,
    retryable: request.retryable,
    hints,
    claim,
    isErased: request.erased_at !== null,
    awaits: request.status === 'SUBMITTED' ? awaits : null,
  }
}

/** Looked for whenever a case is shown: the same person may have come under another player since. */
function likenessHints(likenesses: readonly Likeness[], request: RequestRecord): KycHint[] {
  const like = likenesses.filter(({ requestId }) => requestId === request.request_id)
  if (like.length === 0) return []
  const requestIds = [...new Set(like.map(({ otherId }) => otherId))].sort((one, other) => one - other)
  const kinds = [...new Set(like.map(({ kind }) => kind))].sort()
  return [{ code: 'DUPLICATE_IDENTITY', details: { requestIds, kinds } }]
}
