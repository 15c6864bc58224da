import type { AdminPlayer } from '@coffer/contract/admin'
import { KYC_STATUSES, type KycRequest } from '@coffer/contract/s2s-kyc'
import type { CursorPair } from '@coffer/contract/shapes'
import { type Actor, appendAudit } from '../audit/index.ts'
import { knownOrAll, type Owner, type PageRequest, pageOf, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { externalIdsOf } from '../players/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { identityOf } from './request.ts'
import { listRequestRecords, type RequestRecord } from './request-store.ts'
import { openAnswers } from './sealed.ts'
import { requestView } from './view.ts'

export type RequestReader = { operatorId: number; playerId: number | null; actor: Actor }

/** A page of requests, newest first: of a player, or of all players of an operator. That identities were read is recorded. */
export async function listKycRequests(
  ctx: Context,
  { operatorId, playerId, actor }: RequestReader,
  query: { statuses: readonly string[]; page: PageRequest },
): Promise<{ requests: KycRequest[]; cursor: CursorPair }> {
  const statuses = knownOrAll(KYC_STATUSES, query.statuses)
  return ctx.tx(operatorId, async (tx) => {
    const found = await listRequestRecords(tx, { operatorId, playerId, statuses }, query.page)
    const { rows, cursor } = pageOf(found, query.page, (row) => ({ sort: null, id: row.request_id }))
    const dataKey = await dataKeyOf(ctx, tx, operatorId)
    const names = await externalIdsOf(
      tx,
      operatorId,
      rows.map((row) => row.player_id),
    )
    const requests = rows.map((row) =>
      requestView(row, {
        playerExternalId: present(names.get(row.player_id), 'a player that is referred to exists'),
        identity: row.status === 'CONFIRMED' ? identityOf(openAnswers(dataKey, row)) : null,
      }),
    )
    const requestIds = requests.filter(({ identity }) => identity !== null).map(({ requestId }) => requestId)
    if (requestIds.length > 0) {
      await appendAudit(ctx, tx, operatorId, {
        actor,
        action: 'kyc.identity_read',
        details: { requestIds },
        at: ctx.clock.now(),
      })
    }
    return { requests, cursor }
  })
}

export type Verification = AdminPlayer['verifications'][number]

/** The newest verifications of a player, newest first, without anything that the player entered. */
export async function listVerifications(tx: Tx, owner: Owner, count: number): Promise<Verification[]> {
  const found = await listRequestRecords(tx, { ...owner, statuses: KYC_STATUSES }, { limit: count, cursor: null })
  return found.slice(0, count).map(verificationView)
}

/** A verification without anything that the player entered. */
export function verificationView(request: RequestRecord): Verification {
  return {
    requestId: request.request_id,
    status: request.status,
    isReverification: request.is_reverification,
    createdAt: request.created_at.toISOString(),
    submittedAt: request.submitted_at?.toISOString() ?? null,
    decidedAt: request.decided_at?.toISOString() ?? null,
    reasons: request.reasons,
    isErased: request.erased_at !== null,
  }
}
