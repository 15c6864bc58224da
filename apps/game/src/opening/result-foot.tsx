import type { BoxDetail } from '@coffer/contract/shapes'
import { VerifyLink } from '../kit/verify-link.tsx'
import { money, plural, t } from '../kit/words.ts'
import { boxDetail } from '../offers/boxes.ts'
import { freeOpensOf } from '../offers/free-opens.ts'
import type { Result } from '../play/wins.ts'
import { paused } from '../session/session.ts'
import { isFree, openBox } from './open-box.ts'

/** Another open of as many boxes at what the box costs now. */
export function OpenAgain({ box, reels }: { box: BoxDetail; reels: number }) {
  const now = boxDetail(box.boxId).state.value.data ?? box
  if (now.boxVersionId === null || now.priceMinor === null || !now.isActive) return null
  const label = isFree(now, reels)
    ? plural('result.openAgainFree', freeOpensOf(now.boxId))
    : t('result.openAgain', { amount: money(now.priceMinor * reels, now.currency) })
  return (
    <button
      type="button"
      class="button quiet"
      data-testid="open-again"
      disabled={paused.value}
      onClick={() => openBox(now, reels)}
    >
      {label}
    </button>
  )
}

export function ResultFoot({ result }: { result: Result }) {
  return (
    <p class="result-foot">
      <VerifyLink publicId={result.publicId}>{t('result.verify')}</VerifyLink>
    </p>
  )
}
