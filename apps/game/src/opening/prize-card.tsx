import type { BoxDetail } from '@coffer/contract/shapes'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { cashedBack } from '../cashback/credit.ts'
import { WhatNext } from '../item-actions/what-next.tsx'
import { Art } from '../kit/art.tsx'
import { TierMark } from '../kit/tier-mark.tsx'
import { money, t } from '../kit/words.ts'
import { closeOpening } from '../play/opening.ts'
import { isCelebrated, type Result, type Win } from '../play/wins.ts'
import { current } from '../session/session.ts'
import { ordered } from '../shipping/orders.ts'
import { OpenAgain, ResultFoot } from './result-foot.tsx'

/** What one box gave, and what can be done with it. */
export function PrizeCard({ result, win, box }: { result: Result; win: Win; box: BoxDetail }) {
  const isFestive = isCelebrated(result, current().bootstrap.presentation.celebrateOnlyAbovePaid)
  return (
    <article
      class={isFestive ? `prize tier-${win.tier} is-festive` : `prize tier-${win.tier}`}
      data-testid="prize-card"
    >
      <div class="prize-light" aria-hidden="true" />
      <div class="prize-art">
        <Art src={win.imageUrl} />
      </div>
      <p class="prize-won">{t('result.won')}</p>
      <h1 class="prize-name" data-testid="prize-name">
        {win.name}
      </h1>
      <p class="prize-worth">
        <TierMark tier={win.tier} />
        <span data-testid="prize-value">{t('result.worth', { amount: money(win.valueMinor, result.currency) })}</span>
      </p>
      <p class="prize-paid muted">
        {result.isFree ? t('result.paidNothing') : `${t('result.paid')} ${money(result.paidMinor, result.currency)}`}
      </p>
      <WhereItGoes win={win} />
      <div class="prize-actions">
        <KeepButton label={t(isInVault(win) ? 'result.keep' : 'result.goOn')} />
        {win.item && <WhatNext item={win.item} />}
        <OpenAgain box={box} reels={1} />
      </div>
      <ResultFoot result={result} />
    </article>
  )
}

export function isInVault(win: Win): boolean {
  return win.item?.state === 'unresolved' && !cashedBack.value.has(win.item.id) && !ordered.value.has(win.item.id)
}

/** Prizes that do not wait in the vault say where they are. */
export function WhereItGoes({ win }: { win: Win }) {
  if (win.type === 'nuggets') return <p class="prize-note">{t('result.nuggets')}</p>
  if (win.item?.state === 'forwarded_to_casino') return <p class="prize-note">{t('result.forwarded')}</p>
  return null
}

export function KeepButton({ label }: { label: string }) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <button type="button" class="button primary" data-testid="keep" ref={ref} onClick={closeOpening}>
      {label}
    </button>
  )
}
