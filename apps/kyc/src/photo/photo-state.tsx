import type { ImageKind } from '@coffer/contract/kyc-answers'
import { Failure } from '../kit/failure.tsx'
import { Icon } from '../kit/icons.tsx'
import { percentInWords, t } from '../kit/words.ts'
import { photos, sendAgain } from '../wizard/photos.ts'

/** How a photo stands: on its way and how far, kept, refused, or here and not sent. */
export function PhotoState({ kind }: { kind: ImageKind }) {
  const { work, share, isKept, problem } = photos[kind].value
  return (
    <>
      {work === 'sending' && (
        <progress class="photo-progress" max={1} value={share} aria-label={t('photo.preparing')} />
      )}
      <p class="photo-state" role="status" data-testid={`photo-state-${kind}`}>
        {work === 'preparing' && t('photo.preparing')}
        {work === 'none' && isKept && !problem && (
          <span class="photo-kept">
            <Icon name="check" />
            {t('photo.kept')}
          </span>
        )}
      </p>
      {work === 'sending' && <p class="hint">{t('photo.sending', { percent: percentInWords(share) })}</p>}
      <ProblemWords kind={kind} />
    </>
  )
}

function ProblemWords({ kind }: { kind: ImageKind }) {
  const { problem, waiting } = photos[kind].value
  if (!problem) return null
  if ('fault' in problem) {
    return (
      <p class="fault" role="alert" data-testid="photo-fault" data-fault={problem.fault}>
        <Icon name="alert" />
        {t(`photoFault.${problem.fault}`)}
      </p>
    )
  }
  return (
    <Failure failure={problem.failure}>
      {waiting && (
        <>
          <p>{t('photo.stays')}</p>
          <button type="button" class="button" onClick={() => sendAgain(kind)} data-testid={`retry-${kind}`}>
            {t('photo.retry')}
          </button>
        </>
      )}
    </Failure>
  )
}
