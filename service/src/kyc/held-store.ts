import type { KycStatus } from '@coffer/contract/s2s-kyc'
import { sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'

/** What is stored of a person in a verification. */
export type HeldRequest = { requestId: number; status: KycStatus; hasContent: boolean; photosCount: number }

/** The verifications of a player, with what is stored in each. Photos count until they are removed from the document store. */
export async function listHeldRequests(tx: Tx, { operatorId, playerId }: Owner): Promise<HeldRequest[]> {
  const { rows } = await sql<HeldRequest>`
    select request_id as "requestId", status,
      num_nonnulls(email_sealed, answers_sealed, reverify_reason_sealed) > 0 or hints <> '[]'
        or exists (select from kyc_notes n where (n.operator_id, n.request_id) = (r.operator_id, r.request_id))
        or exists (select from kyc_marks m where (m.operator_id, m.request_id) = (r.operator_id, r.request_id)) as "hasContent",
      (select count(*) from kyc_images i where (i.operator_id, i.request_id) = (r.operator_id, r.request_id)) as "photosCount"
    from kyc_requests r where operator_id = ${operatorId} and player_id = ${playerId}`.execute(tx)
  return rows
}
