import type { KycQueueRow } from '@coffer/contract/admin'
import type { DocumentType, ImageKind } from '@coffer/contract/kyc-answers'
import type { KycStatus } from '@coffer/contract/s2s-kyc'

export const STATUS_TEXT: Readonly<Record<KycStatus, string>> = {
  SUBMITTED: 'To review',
  PENDING: 'Being filled in',
  CONFIRMED: 'Confirmed',
  REJECTED: 'Rejected',
}

export const AWAITS_TEXT: Readonly<Record<NonNullable<KycQueueRow['awaits']>, string | null>> = {
  review: null,
  second_review: 'Second opinion',
  provider: 'External check is running',
}

export const DOCUMENT_TEXT: Readonly<Record<DocumentType | '', string>> = {
  '': '–',
  passport: 'Passport',
  id_card: 'Identity card',
  driving_licence: 'Driving licence',
  residence_permit: 'Residence permit',
}

export const PHOTO_NAMES: Readonly<Record<ImageKind, string>> = { front: 'Front', back: 'Back', selfie: 'Selfie' }

export function toneOf(status: KycStatus): 'good' | 'bad' | 'plain' {
  if (status === 'CONFIRMED') return 'good'
  return status === 'REJECTED' ? 'bad' : 'plain'
}

/** The status of a request in a few words. */
export function requestText({ status, retryable }: Pick<KycQueueRow, 'status' | 'retryable'>): string {
  if (status !== 'REJECTED') return STATUS_TEXT[status]
  return retryable ? 'Rejected, may try again' : 'Rejected, final'
}
