import type { KycPage } from '@coffer/contract/kyc'
import type { KycIdentity, KycRequest } from '@coffer/contract/s2s-kyc'
import type { ImageRecord } from './image-store.ts'
import { verdictOf } from './request.ts'
import type { RequestRecord } from './request-store.ts'

/** A request as its operator reads it (interface §2.7). */
export function requestView(
  request: RequestRecord,
  { playerExternalId, identity }: { playerExternalId: string; identity: KycIdentity | null },
): KycRequest {
  return {
    requestId: request.request_id,
    playerExternalId,
    status: request.status,
    verdict: verdictOf(request.status),
    submittedAt: request.submitted_at?.toISOString() ?? null,
    decidedAt: request.decided_at?.toISOString() ?? null,
    reasons: request.reasons,
    retryable: request.retryable,
    identity,
  }
}

/** The photos of a request, by kind. */
export function imagesView(images: readonly ImageRecord[]): KycPage['images'] {
  const shown = { front: null, back: null, selfie: null } as KycPage['images']
  for (const image of images) shown[image.kind] = imageView(image)
  return shown
}

export function imageView({ width, height, created_at: at }: ImageRecord) {
  return { width, height, uploadedAt: at.toISOString() }
}
