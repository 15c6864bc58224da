import { KYC_STATUSES, type KycRequest } from '@coffer/contract/s2s-kyc'
import type { CursorPair } from '@coffer/contract/shapes'
import { type Actor, appendAudit } from '../audit/index.ts'
import { knownOrAll, type PageRequest, pageOf, present } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { externalIdsOf } from '../players/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import { identityOf } from './request.ts'
import { listRequestRecords } from './request-store.ts'
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
