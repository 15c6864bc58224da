import type { BoxDetail } from '@coffer/contract/shapes'
import type { PlayFailure } from '@coffer/web'
import { useState } from 'preact/hooks'
import { FailureWords, referenceOf } from '../parts/failure.tsx'
import { failureOf } from '../state/api.ts'
import { balance } from '../state/balance.ts'
import { boxDetail } from '../state/boxes.ts'
import { changeCurrency } from '../state/currency.ts'
import { closeOpening, isFree, openBox, opening } from '../state/opening.ts'
import { chooseFast, wantsFast } from '../state/pace.ts'
import { reelCount } from '../state/reel-count.ts'
import { current, paused } from '../state/session.ts'
import { money, plural, t } from '../state/words.ts'

/** The price, how many boxes at once, and the one button. */
export function BuyPanel({ box }: { box: BoxDetail }) {
  const { freeOpens, bootstrap } = current()
  const maxReels = bootstrap.game.maxReels
  const reels = Math.min(reelCount.value, maxReels)
  const isTarget = bootstrap.game.target?.boxId === box.boxId
  if (box.priceMinor === null || box.boxVersionId === null || !box.isActive) {
    return <p class="notice is-info">{t('box.offSale')}</p>
  }
  return (
    <div class="buy">
      <p class="price">
        <span class="price-amount">{money(box.priceMinor, box.currency)}</span>
        <span class="muted">{t('box.perBox')}</span>
      </p>
      {isTarget && freeOpens > 0 && <p class="free">{plural('box.free', freeOpens)}</p>}
      {maxReels > 1 && <ReelChooser max={maxReels} chosen={reels} />}
      <Refused box={box} />
      <OpenButton box={box} reels={reels} />
      <Hint box={box} reels={reels} />
      {bootstrap.presentation.fastMode && (
        <label class="toggle">
          <input
            type="checkbox"
            checked={wantsFast.value}
            onChange={(event) => chooseFast(event.currentTarget.checked)}
          />
          {t('box.fast')}
        </label>
      )}
    </div>
  )
}

function ReelChooser({ max, chosen }: { max: number; chosen: number }) {
  return (
    <fieldset class="reel-chooser">
      <legend>{t('box.reels')}</legend>
      <div class="segments">
        {Array.from({ length: max }, (_, index) => index + 1).map((count) => (
          <label key={count} class="segment">
            <input
              type="radio"
              name="reels"
              value={count}
              checked={count === chosen}
              onChange={() => {
                reelCount.value = count
              }}
            />
            <span>{count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function OpenButton({ box, reels }: { box: BoxDetail; reels: number }) {
  const isElsewhere = opening.value !== null && opening.value.box.boxId !== box.boxId
  return (
    <button
      type="button"
      class="button primary is-wide"
      data-testid="open-box"
      disabled={paused.value || (isElsewhere && opening.value?.is !== 'refused' && opening.value?.is !== 'shown')}
      onClick={() => openBox(box, reels)}
    >
      {openLabel(box, reels)}
    </button>
  )
}

export function openLabel(box: BoxDetail, reels: number): string {
  if (isFree(box, reels)) return plural('box.openFree', current().freeOpens)
  return t('box.open', { amount: money((box.priceMinor ?? 0) * reels, box.currency) })
}

/** What is worth knowing before the click: a balance that will not do, or free opens that do not reach. */
function Hint({ box, reels }: { box: BoxDetail; reels: number }) {
  const { freeOpens, bootstrap } = current()
  if (isFree(box, reels)) return null
  if (bootstrap.game.target?.boxId === box.boxId && freeOpens > 0) {
    return <p class="hint">{plural('box.freeStays', freeOpens)}</p>
  }
  const costMinor = (box.priceMinor ?? 0) * reels
  const now = balance.value
  if (!now || now.minor === null || now.currency !== box.currency || now.minor >= costMinor) return null
  return (
    <p class="hint">
      {t('box.lowBalance', { balance: money(now.minor, now.currency), amount: money(costMinor, box.currency) })}
    </p>
  )
}

function Refused({ box }: { box: BoxDetail }) {
  const now = opening.value
  if (now?.is !== 'refused' || now.box.boxId !== box.boxId) return null
  return (
    <FailureWords code={now.failure.code} reference={referenceOf(now.failure)}>
      <NextStep box={box} failure={now.failure} />
    </FailureWords>
  )
}

/** The button that goes with a refusal, where there is something to press. */
function NextStep({ box, failure }: { box: BoxDetail; failure: PlayFailure }) {
  const [failureCode, setFailureCode] = useState<string | null>(null)
  const act = nextStepOf(box, failure)
  if (!act) return null
  const press = async () => {
    try {
      await act.press()
      closeOpening()
    } catch (thrown) {
      setFailureCode(failureOf(thrown).code)
    }
  }
  return (
    <>
      {failureCode && <FailureWords code={failureCode} />}
      <button type="button" class="button" onClick={press}>
        {act.label}
      </button>
    </>
  )
}

function nextStepOf(box: BoxDetail, failure: PlayFailure): { label: string; press: () => Promise<void> } | null {
  if (failure.code === 'BOX_NOT_PLAYABLE' || failure.code === 'UNKNOWN_BOX') {
    return { label: t('box.showNew'), press: boxDetail(box.boxId).load }
  }
  if (failure.code === 'FX_RATE_MOVED') {
    return { label: t('box.useNewRate'), press: () => changeCurrency(current().currency) }
  }
  return null
}
