import type { KycHint, KycQueueRow } from '@coffer/contract/admin'
import type { KycStatus } from '@coffer/contract/s2s-kyc'
import type { CursorPair } from '@coffer/contract/shapes'
import { type PageRequest, pageOf, present } from '../kernel/index.ts'
import { findOperatorBySlug, getOperator, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { externalIdsOf } from '../players/index.ts'
import { emailsOfStaff } from '../staff/index.ts'
import { holderOf } from './case.ts'
import { listQueueRecords, type RequestRecord } from './request-store.ts'
import { type Likeness, listLikenesses, listSpokenOn } from './review-store.ts'

/** Requests of all operators or one, as the desk works them off: submitted ones oldest first, others newest first. */
export function listQueue(
  ctx: Context,
  { status, operatorSlug }: { status: KycStatus; operatorSlug: string | null },
  page: PageRequest,
): Promise<{ requests: KycQueueRow[]; cursor: CursorPair }> {
  return ctx.systemTx(async (tx) => {
    const operator = operatorSlug === null ? null : await findOperatorBySlug(tx, operatorSlug)
    if (operatorSlug !== null && !operator) return { requests: [], cursor: { next: null, prev: null } }
    const found = await listQueueRecords(tx, { status, operatorId: operator?.operatorId ?? null }, page)
    const { rows, cursor } = pageOf(found, page, (row) => ({
      sort: status === 'SUBMITTED' ? (row.submitted_at?.toISOString() ?? null) : null,
      id: row.request_id,
    }))
    return { requests: await showQueue(ctx, tx, rows), cursor }
  })
}

/** Rows of the desk. Run as the system: they may be of several operators. */
export async function showQueue(ctx: Context, tx: Tx, requests: readonly RequestRecord[]): Promise<KycQueueRow[]> {
  if (requests.length === 0) return []
  const now = ctx.clock.now()
  const holders = requests.map((request) => holderOf(request, now)).filter((id) => id !== null)
  const emails = await emailsOfStaff(tx, [...new Set(holders)])
  const likenesses = await listLikenesses(tx, requests, ctx.limits.kycLikenessesCount)
  const spokenOn = await listSpokenOn(tx, requests)
  const owners = await listOwners(tx, requests)
  return requests.map((request) => {
    const { operator, names } = present(owners.get(request.operator_id), 'the operator of a request was read')
    const playerExternalId = present(names.get(request.player_id), 'a player that is referred to exists')
    const holder = holderOf(request, now)
    const claim = holder === null ? null : claimView(request, holder, emails)
    const hints = [...request.hints, ...likenessHints(likenesses, request)]
    const hasOpinion = spokenOn.has(request.request_id)
    return queueRow(request, { operator, playerExternalId, claim, hints, hasOpinion })
  })
}

type Owners = { operator: Operator; names: ReadonlyMap<number, string> }

/** The operators of these requests, each with the names of its players. */
async function listOwners(tx: Tx, requests: readonly RequestRecord[]): Promise<ReadonlyMap<number, Owners>> {
  const owners = new Map<number, Owners>()
  for (const [operatorId, own] of Map.groupBy(requests, (request) => request.operator_id)) {
    const playerIds = [...new Set(own.map((request) => request.player_id))]
    const names = await externalIdsOf(tx, operatorId, playerIds)
    owners.set(operatorId, { operator: await getOperator(tx, operatorId), names })
  }
  return owners
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
