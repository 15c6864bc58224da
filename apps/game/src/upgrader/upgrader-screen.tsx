import { formatRoll } from '@coffer/web'
import { useEffect, useRef } from 'preact/hooks'
import { clearUpgrade, type UpgradeResult, upgrade } from '../item-actions/upgrade.ts'
import { upgraderConfig, upgraderOffer } from '../item-actions/upgrader-config.ts'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { hrefOf } from '../kit/route.ts'
import { FIRST_VIEW } from '../kit/vault-view.ts'
import { money, t, words } from '../kit/words.ts'
import { Chooser } from './chooser.tsx'
import { Stage } from './stage.tsx'

/** From the stake to what one roll made of it. */
export function UpgraderScreen() {
  const now = upgrade.value
  const isOnStage = now !== null && now.is !== 'refused'
  const hasPlayed = useRef(false)
  hasPlayed.current ||= isOnStage
  useEffect(() => clearUpgrade, [])
  return (
    <>
      <p class="visually-hidden" aria-live="polite" data-testid="announcement">
        {now?.is === 'shown' && sayResult(now.result)}
      </p>
      {isOnStage ? <Stage now={now} /> : <Choice isBack={hasPlayed.current} />}
    </>
  )
}

/** After a play it takes the focus from the stage that has gone. */
function Choice({ isBack }: { isBack: boolean }) {
  const offer = upgraderOffer()
  const now = upgraderConfig.state.value
  return (
    <>
      <Heading takesFocus={isBack}>{t('upgrade.title')}</Heading>
      {offer?.available !== false && <p class="lead muted">{t('upgrade.lead')}</p>}
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={upgraderConfig.load} />}
      {!offer && now.is === 'loading' && <div class="skeleton list" aria-busy="true" />}
      {offer && (offer.available ? <Chooser offer={offer} /> : <Rests />)}
    </>
  )
}

function Rests() {
  return (
    <Empty title={t('upgrade.closed.title')} text={t('upgrade.closed.text')}>
      <a class="button primary" href={hrefOf({ screen: 'vault', view: FIRST_VIEW })}>
        {t('upgrade.closed.action')}
      </a>
    </Empty>
  )
}

/** What a screen reader says once the needle stands. */
function sayResult({ isWin, target, currency, rolledBps, chanceBps }: UpgradeResult): string {
  const { locale } = words.value
  const rolled = { roll: formatRoll(rolledBps, locale), chance: formatRoll(chanceBps, locale) }
  if (!isWin) return t('upgrade.say.missed', rolled)
  return t('upgrade.say.won', { name: target.name, amount: money(target.valueMinor, currency), ...rolled })
}
