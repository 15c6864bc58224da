import type { BoxDetail } from '@coffer/contract/shapes'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { CashBackButton } from '../cashback/cash-back-button.tsx'
import { cashedBack } from '../cashback/credit.ts'
import { WhatNext } from '../item-actions/what-next.tsx'
import { Art } from '../kit/art.tsx'
import { mayTakeFocus } from '../kit/preview.ts'
import { TierMark } from '../kit/tier-mark.tsx'
import { VerifyLink } from '../kit/verify-link.tsx'
import { money, plural, t } from '../kit/words.ts'
import { current, paused } from '../session/session.ts'
import { ordered } from '../shipping/orders.ts'
import { boxDetail } from './boxes.ts'
import { freeOpensOf } from './free-opens.ts'
import { isFree, openBox } from './open-box.ts'
import { closeOpening } from './opening.ts'
import { isCelebrated, type Result, type Win } from './wins.ts'

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

function isInVault(win: Win): boolean {
  return win.item?.state === 'unresolved' && !cashedBack.value.has(win.item.id) && !ordered.value.has(win.item.id)
}

/** Prizes that do not wait in the vault say where they are. */
function WhereItGoes({ win }: { win: Win }) {
  if (win.type === 'nuggets') return <p class="prize-note">{t('result.nuggets')}</p>
  if (win.item?.state === 'forwarded_to_casino') return <p class="prize-note">{t('result.forwarded')}</p>
  return null
}

function KeepButton({ label }: { label: string }) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (mayTakeFocus()) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <button type="button" class="button primary" data-testid="keep" ref={ref} onClick={closeOpening}>
      {label}
    </button>
  )
}

/** What several boxes gave together. */
export function PrizeGrid({ result, box }: { result: Result; box: BoxDetail }) {
  const isFestive = isCelebrated(result, current().bootstrap.presentation.celebrateOnlyAbovePaid)
  return (
    <article class={isFestive ? 'prizes is-festive' : 'prizes'} data-testid="prize-grid">
      <h1 class="prizes-title">{t('result.many.title', { count: result.wins.length })}</h1>
      <ul class="prize-grid">
        {result.wins.map((win) => (
          <li key={win.reelIndex}>
            <SmallPrize win={win} currency={result.currency} />
          </li>
        ))}
      </ul>
      <dl class="totals">
        <div>
          <dt>{t('result.total')}</dt>
          <dd data-testid="total-worth">{money(result.worthMinor, result.currency)}</dd>
        </div>
        <div>
          <dt>{t('result.paid')}</dt>
          <dd data-testid="total-paid">{money(result.paidMinor, result.currency)}</dd>
        </div>
      </dl>
      <div class="prize-actions is-row">
        <OpenAgain box={box} reels={result.wins.length} />
        <KeepButton label={t(result.wins.some(isInVault) ? 'result.keepAll' : 'result.goOn')} />
      </div>
      <ResultFoot result={result} />
    </article>
  )
}

function SmallPrize({ win, currency }: { win: Win; currency: string }) {
  return (
    <div class={`small-prize tier-${win.tier}`} data-testid="prize-card">
      <div class="vitrine">
        <Art src={win.imageUrl} />
      </div>
      <h2 class="small-prize-name" data-testid="prize-name">
        {win.name}
      </h2>
      <p class="small-prize-worth">
        <TierMark tier={win.tier} />
        <span class="amount">{money(win.valueMinor, currency)}</span>
      </p>
      <WhereItGoes win={win} />
      {win.item && <CashBackButton item={win.item} />}
    </div>
  )
}

/** Another open of as many boxes at what the box costs now. */
function OpenAgain({ box, reels }: { box: BoxDetail; reels: number }) {
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

function ResultFoot({ result }: { result: Result }) {
  return (
    <p class="result-foot">
      <VerifyLink publicId={result.publicId}>{t('result.verify')}</VerifyLink>
    </p>
  )
}
