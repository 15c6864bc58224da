import { formatRoll, tierOf } from '@coffer/web'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { clearUpgrade, type UpgradeResult } from '../item-actions/upgrade.ts'
import { WhatNext } from '../item-actions/what-next.tsx'
import { TierMark } from '../kit/tier-mark.tsx'
import { VerifyLink } from '../kit/verify-link.tsx'
import { money, t, words } from '../kit/words.ts'
import { current } from '../session/session.ts'

/** What one roll gave, in figures, and what can be done next. */
export function Outcome({ result }: { result: UpgradeResult }) {
  return (
    <article
      class={outcomeClass(result)}
      data-testid="upgrade-result"
      data-won={result.isWin}
      data-rolled-bps={result.rolledBps}
    >
      {result.isWin ? <Won result={result} /> : <Missed result={result} />}
      <Figures result={result} />
      <div class="prize-actions">
        <GoOn isWin={result.isWin} />
        {result.item && <WhatNext item={result.item} upgradeLabel={t('upgrade.again')} />}
      </div>
      <p class="result-foot">
        <VerifyLink publicId={result.publicId}>{t('upgrade.verify')}</VerifyLink>
      </p>
    </article>
  )
}

function outcomeClass({ isWin, target, stakeMinor }: UpgradeResult): string {
  if (!isWin) return 'outcome'
  const isFestive = !current().bootstrap.presentation.celebrateOnlyAbovePaid || target.valueMinor > stakeMinor
  return `outcome is-win tier-${tierOf(target.valueMinor, stakeMinor)} ${isFestive ? 'is-festive' : ''}`
}

function Won({ result: { target, currency, stakeMinor } }: { result: UpgradeResult }) {
  return (
    <>
      <p class="prize-won">{t('upgrade.won')}</p>
      <h1 class="prize-name" data-testid="prize-name">
        {target.name}
      </h1>
      <p class="prize-worth">
        <TierMark tier={tierOf(target.valueMinor, stakeMinor)} />
        <span data-testid="prize-value">{t('result.worth', { amount: money(target.valueMinor, currency) })}</span>
      </p>
      <p class="muted">{t('upgrade.inVault')}</p>
    </>
  )
}

function Missed({ result: { mode, stakeMinor, currency, rolledBps, chanceBps, noLoss } }: { result: UpgradeResult }) {
  const { locale } = words.value
  const said = {
    roll: formatRoll(rolledBps, locale),
    chance: formatRoll(chanceBps, locale),
    stake: money(stakeMinor, currency),
  }
  return (
    <>
      <h1 class="prize-name">{t('upgrade.missed')}</h1>
      <p class="muted" data-testid="missed">
        {t(mode === 'items' ? 'upgrade.missed.textItems' : 'upgrade.missed.text', said)}
      </p>
      {noLoss && <p>{t('upgrade.missed.points')}</p>}
    </>
  )
}

function Figures({ result: { rolledBps, chanceBps, stakeMinor, currency } }: { result: UpgradeResult }) {
  const { locale } = words.value
  return (
    <dl class="totals outcome-figures">
      <div>
        <dt>{t('upgrade.roll')}</dt>
        <dd data-testid="roll">{formatRoll(rolledBps, locale)}</dd>
      </div>
      <div>
        <dt>{t('upgrade.winsBelow')}</dt>
        <dd>{formatRoll(chanceBps, locale)}</dd>
      </div>
      <div>
        <dt>{t('upgrade.staked')}</dt>
        <dd>{money(stakeMinor, currency)}</dd>
      </div>
    </dl>
  )
}

/** It takes the focus from the button that played. */
function GoOn({ isWin }: { isWin: boolean }) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <button type="button" class="button primary" data-testid="keep" ref={ref} onClick={clearUpgrade}>
      {t(isWin ? 'result.keep' : 'upgrade.goOn')}
    </button>
  )
}
