import type { KycReason, KycStatus, KycVerdict } from '@coffer/contract/s2s-kyc'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { RequestKey, RequestRecord } from './request-store.ts'

declare module '../platform/database.ts' {
  interface Tables {
    kyc_marks: KycMarksTable
    kyc_notes: KycNotesTable
    kyc_opinions: KycOpinionsTable
  }
}

export type MarkKind = 'person' | 'tax_id' | 'document'
type KycMarksTable = { operator_id: number; request_id: number; kind: MarkKind; mark: Buffer }

type KycNotesTable = {
  operator_id: number
  note_id: Generated<number>
  request_id: number
  staff_id: number
  text_sealed: Buffer
  created_at: Date
}

type KycOpinionsTable = {
  operator_id: number
  opinion_id: Generated<number>
  request_id: number
  /** Null for an outside check, which `provider` names. */
  staff_id: number | null
  provider: string | null
  verdict: KycVerdict
  reasons: KycReason[]
  created_at: Date
}

export type NoteRecord = Selectable<KycNotesTable>
export type OpinionRecord = Selectable<KycOpinionsTable>

export async function insertOpinion(tx: Tx, row: Omit<KycOpinionsTable, 'opinion_id'>): Promise<void> {
  await tx.insertInto('kyc_opinions').values(row).execute()
}

/** Oldest first. */
export function listOpinions(tx: Tx, { operatorId, requestId }: RequestKey): Promise<OpinionRecord[]> {
  return tx
    .selectFrom('kyc_opinions')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
    .orderBy('opinion_id')
    .execute()
}

export async function insertNote(tx: Tx, row: Omit<KycNotesTable, 'note_id'>): Promise<void> {
  await tx.insertInto('kyc_notes').values(row).execute()
}

/** Oldest first. */
export function listNotes(tx: Tx, { operatorId, requestId }: RequestKey): Promise<NoteRecord[]> {
  return tx
    .selectFrom('kyc_notes')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
    .orderBy('note_id')
    .execute()
}

export async function deleteNotes(tx: Tx, { operatorId, requestId }: RequestKey): Promise<void> {
  await tx.deleteFrom('kyc_notes').where('operator_id', '=', operatorId).where('request_id', '=', requestId).execute()
}

export type Mark = { kind: MarkKind; mark: Buffer }

export async function insertMarks(
  tx: Tx,
  { operatorId, requestId }: RequestKey,
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return
  const rows = marks.map(({ kind, mark }) => ({ operator_id: operatorId, request_id: requestId, kind, mark }))
  await tx.insertInto('kyc_marks').values(rows).execute()
}

export type Likeness = { requestId: number; otherId: number; kind: MarkKind }

/** Which requests of other players of the same operator carry the same marks, at most `count` for each mark. Run as the system. */
export async function listLikenesses(tx: Tx, requests: readonly RequestRecord[], count: number): Promise<Likeness[]> {
  const { rows } = await sql<Likeness>`
    select mine.request_id as "requestId", other.request_id as "otherId", mine.kind
    from unnest(${requests.map(({ operator_id }) => operator_id)}::bigint[],
      ${requests.map(({ request_id }) => request_id)}::bigint[],
      ${requests.map(({ player_id }) => player_id)}::bigint[]) as asked (operator_id, request_id, player_id)
    join kyc_marks mine using (operator_id, request_id)
    cross join lateral (
      select m.request_id from kyc_marks m join kyc_requests r using (operator_id, request_id)
      where m.operator_id = mine.operator_id and m.kind = mine.kind and m.mark = mine.mark
        and r.player_id <> asked.player_id
      order by m.request_id
      limit ${count}
    ) other`.execute(tx)
  return rows
}

/** Requests on which a person has spoken. Run as the system. */
export async function listSpokenOn(tx: Tx, requests: readonly RequestRecord[]): Promise<Set<number>> {
  const { rows } = await sql<{ requestId: number }>`
    select distinct request_id as "requestId"
    from unnest(${requests.map(({ operator_id }) => operator_id)}::bigint[],
      ${requests.map(({ request_id }) => request_id)}::bigint[]) as asked (operator_id, request_id)
    join kyc_opinions using (operator_id, request_id)
    where staff_id is not null`.execute(tx)
  return new Set(rows.map(({ requestId }) => requestId))
}

export async function deleteMarks(tx: Tx, { operatorId, requestId }: RequestKey): Promise<void> {
  await tx.deleteFrom('kyc_marks').where('operator_id', '=', operatorId).where('request_id', '=', requestId).execute()
}

/** Whether a verification contains personal data, and how many photos of it there are. */
export type VerificationContent = {
  requestId: number
  status: KycStatus
  /** An e-mail, answers, a reason, hints, notes, marks, or a photo that is not being removed. */
  hasContent: boolean
  /** Photos count until they are removed from the document store. */
  photosCount: number
}

/** What is stored in each verification of a player. */
export async function listVerificationContents(
  tx: Tx,
  { operatorId, playerId }: Owner,
): Promise<VerificationContent[]> {
  const { rows } = await sql<VerificationContent>`
    select request_id as "requestId", status,
      num_nonnulls(email_sealed, answers_sealed, reverify_reason_sealed) > 0 or hints <> '[]' or kept_photos > 0
        or exists (select from kyc_notes n where (n.operator_id, n.request_id) = (r.operator_id, r.request_id))
        or exists (select from kyc_marks m where (m.operator_id, m.request_id) = (r.operator_id, r.request_id)) as "hasContent",
      photos as "photosCount"
    from kyc_requests r
    cross join lateral (
      select count(*) as photos, count(*) filter (where state <> 'removing') as kept_photos from kyc_images i
      where (i.operator_id, i.request_id) = (r.operator_id, r.request_id)
    ) images
    where operator_id = ${operatorId} and player_id = ${playerId}`.execute(tx)
  return rows
}
