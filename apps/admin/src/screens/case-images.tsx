import type { KycCase } from '@coffer/contract/admin'
import { IMAGE_KINDS } from '@coffer/contract/kyc-answers'
import { Photo } from './photo.tsx'

/** The photos beside one another, so that faces can be compared. */
export function CaseImages({ found: { requestId, images, isErased, status } }: { found: KycCase }) {
  const there = IMAGE_KINDS.filter((kind) => images.some((image) => image.kind === kind))
  if (there.length === 0 || status === 'PENDING') {
    return <p class="card muted">{isErased ? 'The photos were erased.' : 'There are no photos yet.'}</p>
  }
  return (
    <section class="photos" aria-label="Photos">
      {there.map((kind) => (
        <Photo key={kind} requestId={requestId} kind={kind} />
      ))}
    </section>
  )
}
