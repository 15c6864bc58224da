import type { UpgraderConfig, UpgraderPrize, UpgraderPrizes } from '@coffer/contract/upgrader'
import { formatBps, formatPercent, formatTimes, tierOf } from '@coffer/web'
import { picked, unpick } from '../item-actions/stake.ts'
import { upgraderConfig } from '../item-actions/upgrader-config.ts'
import { Art } from '../kit/art.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { TierShape } from '../kit/tier-mark.tsx'
import { money, plural, t, words } from '../kit/words.ts'
import { ask, chooseTarget, listed, mode, prizes, readPrizes, target } from './choice.ts'
import { refusedItems, stakable } from './stakable.ts'

/** What the chosen stake can win at the chosen chance. What was listed before stands there, out of reach, while the next is asked for. */
export function Targets({ offer }: { offer: UpgraderConfig }) {
  const now = prizes.state.value
  const isAsked = ask.value !== null
  const shown = listed.value ?? (isAsked ? (now.data?.answer ?? null) : null)
  const isOld = shown !== listed.value
  return (
    <section class="choice" aria-labelledby="targets-title" aria-busy={isAsked && isOld}>
      <h2 class="choice-title" id="targets-title">
        {t('upgrade.targets')}
      </h2>
      {!isAsked && <p class="muted">{t('upgrade.targets.none')}</p>}
      {isAsked && now.is === 'failed' ? (
        <Failed />
      ) : (
        <>
          {isAsked && !shown && (
            <p class="muted" role="status">
              {t('upgrade.targets.asking')}
            </p>
          )}
          {shown && shown.prizes.length > 0 && <List list={shown} isOld={isOld} />}
          {shown && shown.prizes.length === 0 && !isOld && <NoPrize list={shown} offer={offer} />}
        </>
      )}
    </section>
  )
}

function List({ list, isOld }: { list: UpgraderPrizes; isOld: boolean }) {
  return (
    <>
      <p class="muted" role="status" data-testid="target-band">
        {isOld ? t('upgrade.targets.asking') : t('upgrade.band', bandWords(list))}
      </p>
      <fieldset class={isOld ? 'scroll-box is-old' : 'scroll-box'} disabled={isOld}>
        <legend class="visually-hidden">{plural('upgrade.targets.count', list.prizes.length)}</legend>
        <div class="targets">
          {list.prizes.map((prize) => (
            <Target key={prize.itemId} prize={prize} wagerMinor={list.wagerMinor} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

function Target({ prize, wagerMinor }: { prize: UpgraderPrize; wagerMinor: number }) {
  const { locale } = words.value
  const tier = tierOf(prize.valueMinor, wagerMinor)
  return (
    <label class={`target tier-${tier}`} data-testid="target" data-item-id={prize.itemId}>
      <input
        type="radio"
        name="target"
        value={prize.itemId}
        checked={prize.itemId === target.value?.itemId}
        onChange={() => chooseTarget(prize.itemId)}
      />
      <span class="target-card">
        <span class="vitrine">
          <Art src={prize.imageUrl} lazy />
        </span>
        <span class="target-name">{prize.name}</span>
        <span class="target-value">
          <TierShape tier={tier} />
          {money(prize.valueMinor, prize.currency)}
        </span>
        <span class="target-facts">
          {wagerMinor > 0 && (
            <span>{t('upgrade.times', { times: formatTimes(prize.valueMinor, wagerMinor, locale) })}</span>
          )}
          <span>{t('upgrade.rtp', { percent: formatBps(prize.rtpBps, locale) })}</span>
        </span>
      </span>
    </label>
  )
}

/** Nothing in the band: which band that is, and what would help. */
function NoPrize({ list, offer }: { list: UpgraderPrizes; offer: UpgraderConfig }) {
  const { lowerMinor, upperMinor } = list.targetBand
  return (
    <div class="no-prize" role="status" data-testid="no-prize">
      <p class="notice-what">{t('upgrade.empty.title')}</p>
      <p>{t(lowerMinor > upperMinor ? 'upgrade.band.none' : 'upgrade.empty.text', bandWords(list))}</p>
      <p class="muted">
        {offer.maxPrizeMinor === null
          ? t('upgrade.empty.nothing')
          : t(mode.value === 'items' ? 'upgrade.empty.nextItems' : 'upgrade.empty.next')}
      </p>
    </div>
  )
}

function bandWords({ wagerMinor, chanceBps, currency, targetBand: { lowerMinor, upperMinor } }: UpgraderPrizes) {
  return {
    stake: money(wagerMinor, currency),
    percent: formatPercent(chanceBps, words.value.locale),
    lower: money(lowerMinor, currency),
    upper: money(upperMinor, currency),
  }
}

/** What the service refused; items that cannot be staked any more can be left out at once. */
function Failed() {
  const now = prizes.state.value
  if (now.is !== 'failed') return null
  const refused = refusedItems(now.failure, [...picked.value.keys()])
  const retry = async () => {
    unpick(refused)
    if (refused.length > 0) void stakable.load()
    await upgraderConfig.load()
    await readPrizes()
  }
  return (
    <LoadFailure
      failure={now.failure}
      retry={retry}
      label={refused.length > 0 ? t('upgrade.items.leaveOut') : undefined}
    />
  )
}
