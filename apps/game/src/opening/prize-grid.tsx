import type { BoxDetail } from '@coffer/contract/shapes'
import { CashBackButton } from '../cashback/cash-back-button.tsx'
import { Art } from '../kit/art.tsx'
import { TierMark } from '../kit/tier-mark.tsx'
import { money, t } from '../kit/words.ts'
import { isCelebrated, type Result, type Win } from '../play/wins.ts'
import { current } from '../session/session.ts'
import { isInVault, KeepButton, WhereItGoes } from './prize-card.tsx'
import { OpenAgain, ResultFoot } from './result-foot.tsx'

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
