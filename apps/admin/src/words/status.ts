import type { KycQueueRow } from '@coffer/contract/admin'
import type { DocumentType, ImageKind } from '@coffer/contract/kyc-answers'
import type { KycStatus } from '@coffer/contract/s2s-kyc'

export const STATUS_WORDS: Readonly<Record<KycStatus, string>> = {
  SUBMITTED: 'To review',
  PENDING: 'Being filled in',
  CONFIRMED: 'Confirmed',
  REJECTED: 'Rejected',
}

export const AWAITS_WORDS: Readonly<Record<NonNullable<KycQueueRow['awaits']>, string | null>> = {
  review: null,
  second_review: 'Second opinion',
  provider: 'Outside check runs',
}

export const DOCUMENT_WORDS: Readonly<Record<DocumentType | '', string>> = {
  '': '–',
  passport: 'Passport',
  id_card: 'Identity card',
  driving_licence: 'Driving licence',
  residence_permit: 'Residence permit',
}

export const IMAGE_WORDS: Readonly<Record<ImageKind, string>> = { front: 'Front', back: 'Back', selfie: 'Selfie' }

/** A request that was decided, or is open, in a few words. */
export function requestWords({ status, retryable }: Pick<KycQueueRow, 'status' | 'retryable'>): string {
  if (status !== 'REJECTED') return STATUS_WORDS[status]
  return retryable ? 'Rejected, may try again' : 'Rejected, final'
}
