import type { BoxDetail } from '@coffer/contract/shapes'
import type { ApiFailure } from '@coffer/web'
import { useLayoutEffect, useState } from 'preact/hooks'
import { failureOf } from '../kit/answers.ts'
import { FailureWords, referenceOf, wordsInDoubt } from '../kit/failure.tsx'
import { Segments } from '../kit/segments.tsx'
import { money, plural, t } from '../kit/words.ts'
import { changeCurrency } from '../play/change-currency.ts'
import { isPlaying } from '../play/games.ts'
import { FastToggle } from '../play/pace.tsx'
import { balance } from '../session/balance.ts'
import { RestrictedNotice } from '../session/restricted.tsx'
import { current, paused } from '../session/session.ts'
import { boxDetail } from './boxes.ts'
import { freeOpensOf } from './free-opens.ts'
import { isFree, openBox } from './open-box.ts'
import { closeOpening, opening } from './opening.ts'
import { chooseReels, keepReelsOnlyAt, reelsOf } from './reel-count.ts'

/** `error.current` of FX_RATE_MOVED: what the refused open costs now, all its reels together. */
type PriceMoved = { priceMinor: number; currency: string }

/** The price, how many boxes at once, and the one button. */
export function BuyPanel({ box }: { box: BoxDetail }) {
  if (box.priceMinor === null || box.boxVersionId === null || !box.isActive) {
    return <p class="notice is-info">{t('box.offSale')}</p>
  }
  const refusal = refusalOf(box)
  return (
    <div class="buy">
      <p class="price">
        <span class="price-amount">{money(box.priceMinor, box.currency)}</span>
        <span class="muted">{t('box.perBox')}</span>
      </p>
      {refusal?.code === 'PLAYER_RESTRICTED' ? <RestrictedNotice failure={refusal} /> : <Offered box={box} />}
    </div>
  )
}

/** What can be chosen, what was refused the last time, and the button. */
function Offered({ box }: { box: BoxDetail }) {
  const { maxReels } = current().bootstrap.game
  const freeOpens = freeOpensOf(box.boxId)
  const reels = reelsOf(box)
  useLayoutEffect(() => keepReelsOnlyAt(box), [box.priceMinor, box.currency])
  return (
    <>
      {freeOpens > 0 && <p class="free">{plural('box.free', freeOpens)}</p>}
      {maxReels > 1 && <ReelChooser box={box} max={maxReels} chosen={reels} />}
      <Refused box={box} />
      <OpenButton box={box} reels={reels} />
      <Hint box={box} reels={reels} />
      <FastToggle label={t('box.fast')} />
    </>
  )
}

function ReelChooser({ box, max, chosen }: { box: BoxDetail; max: number; chosen: number }) {
  return (
    <fieldset class="reel-chooser">
      <legend>{t('box.reels')}</legend>
      <Segments
        name="reels"
        values={Array.from({ length: max }, (_, index) => index + 1)}
        chosen={chosen}
        label={String}
        choose={(count) => chooseReels(box, count)}
      />
    </fieldset>
  )
}

function OpenButton({ box, reels }: { box: BoxDetail; reels: number }) {
  return (
    <button
      type="button"
      class="button primary is-wide"
      data-testid="open-box"
      disabled={paused.value || isPlaying()}
      onClick={() => openBox(box, reels)}
    >
      {openLabel(box, reels)}
    </button>
  )
}

export function openLabel(box: BoxDetail, reels: number): string {
  if (isFree(box, reels)) return plural('box.openFree', freeOpensOf(box.boxId))
  return t('box.open', { amount: money((box.priceMinor ?? 0) * reels, box.currency) })
}

/** What is worth knowing before the click: a balance that will not do, or free opens that do not reach. */
function Hint({ box, reels }: { box: BoxDetail; reels: number }) {
  if (isFree(box, reels)) return null
  const freeOpens = freeOpensOf(box.boxId)
  if (freeOpens > 0) return <p class="hint">{plural('box.freeStays', freeOpens)}</p>
  const costMinor = (box.priceMinor ?? 0) * reels
  const now = balance.value
  if (!now || now.minor === null || now.currency !== box.currency || now.minor >= costMinor) return null
  return (
    <p class="hint">
      {t('box.lowBalance', { balance: money(now.minor, now.currency), amount: money(costMinor, box.currency) })}
    </p>
  )
}

/** What was refused here, if that was the last thing that happened. */
function refusalOf(box: BoxDetail): ApiFailure | null {
  const now = opening.value
  return now?.is === 'refused' && now.box.boxId === box.boxId ? now.failure : null
}

function Refused({ box }: { box: BoxDetail }) {
  const failure = refusalOf(box)
  if (!failure) return null
  return (
    <FailureWords code={failure.code} said={wordsInDoubt(failure)} reference={referenceOf(failure)}>
      <NewPrice box={box} failure={failure} />
      <NextStep box={box} failure={failure} />
    </FailureWords>
  )
}

/** The price that this box has at the rate of now, beside the one that was shown. */
function NewPrice({ box, failure }: { box: BoxDetail; failure: ApiFailure }) {
  const moved = failure.code === 'FX_RATE_MOVED' ? (failure.answer?.error.current as PriceMoved | undefined) : undefined
  if (!moved) return null
  const before = money((box.priceMinor ?? 0) * reelsOf(box), box.currency)
  return (
    <p class="new-price" data-testid="new-price">
      {t('box.newPrice', { before, now: money(moved.priceMinor, moved.currency) })}
    </p>
  )
}

/** The button that goes with a refusal, where there is something to press. */
function NextStep({ box, failure }: { box: BoxDetail; failure: ApiFailure }) {
  const [failureCode, setFailureCode] = useState<string | null>(null)
  const act = nextStepOf(box, failure)
  if (!act) return null
  const press = async () => {
    const refused = opening.peek()
    try {
      await act.press()
      // The player may have opened the box meanwhile: its prize stays.
      if (opening.peek() === refused) closeOpening()
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

function nextStepOf(box: BoxDetail, failure: ApiFailure): { label: string; press: () => Promise<void> } | null {
  if (failure.code === 'BOX_NOT_PLAYABLE' || failure.code === 'UNKNOWN_BOX') {
    return { label: t('box.showNew'), press: boxDetail(box.boxId).load }
  }
  if (failure.code === 'FX_RATE_MOVED') {
    return { label: t('box.useNewRate'), press: () => changeCurrency(current().currency) }
  }
  return null
}
