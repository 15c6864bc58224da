import type { KycHint } from '@coffer/contract/admin'
import type { ImageKind } from '@coffer/contract/kyc-answers'
import type { KycReason, KycStatus, KycVerdict } from '@coffer/contract/s2s-kyc'
import type { Generated, Selectable } from 'kysely'

declare module '../platform/database.ts' {
  interface Tables {
    kyc_requests: KycRequestsTable
    kyc_links: KycLinksTable
    kyc_images: KycImagesTable
    kyc_marks: KycMarksTable
    kyc_notes: KycNotesTable
    kyc_opinions: KycOpinionsTable
  }
}

export type KycRequestsTable = {
  operator_id: number
  request_id: Generated<number>
  player_id: number
  status: KycStatus
  is_reverification: boolean
  locale: string
  return_origin: string | null
  email_sealed: Buffer | null
  reverify_reason_sealed: Buffer | null
  answers_sealed: Buffer | null
  created_at: Date
  active_at: Date
  told_at: Date
  submitted_at: Date | null
  decided_at: Date | null
  reasons: KycReason[]
  retryable: boolean | null
  hints: KycHint[]
  provider: string | null
  provider_look_at: Date | null
  claimed_by: number | null
  claim_ends_at: Date | null
  erased_at: Date | null
}

export type KycLinksTable = {
  operator_id: number
  link_id: Generated<number>
  request_id: number
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  opened_at: Date | null
  cookie_hash: Buffer | null
  seen_at: Date | null
  ended_at: Date | null
}

export type ImageState = 'storing' | 'stored' | 'removing'

export type KycImagesTable = {
  operator_id: number
  image_id: Generated<number>
  request_id: number
  kind: ImageKind
  state: ImageState
  storage_key: string
  width: number
  height: number
  created_at: Date
  /** When it is tried again to remove it; null when nothing was in the way. */
  look_at: Date | null
}

export type MarkKind = 'person' | 'tax_id' | 'document'
type KycMarksTable = { operator_id: number; request_id: number; kind: MarkKind; mark: Buffer }

export type KycNotesTable = {
  operator_id: number
  note_id: Generated<number>
  request_id: number
  staff_id: number
  text_sealed: Buffer
  created_at: Date
}

export type KycOpinionsTable = {
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

export type RequestRecord = Selectable<KycRequestsTable>
export type ImageRecord = Selectable<KycImagesTable>
export type LinkRecord = Selectable<KycLinksTable>
export type OpinionRecord = Selectable<KycOpinionsTable>
export type NoteRecord = Selectable<KycNotesTable>
