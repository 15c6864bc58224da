import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { type ErrorWords, formatBps, formatTimes } from '@coffer/web'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { picked, unpick } from '../item-actions/stake.ts'
import { type Aim, clearUpgrade, upgrade } from '../item-actions/upgrade.ts'
import { FailureWords, referenceOf, wordsInDoubt } from '../kit/failure.tsx'
import { money, plural, t, words } from '../kit/words.ts'
import { isPlaying } from '../play/games.ts'
import { FastToggle } from '../play/pace.tsx'
import { balance } from '../session/balance.ts'
import { RestrictedNotice } from '../session/restricted.tsx'
import { current, paused } from '../session/session.ts'
import { aim, isAsking, mode, prizes, readPrizes, target, wagerMinor } from './choice.ts'
import { playUpgrade } from './play-upgrade.ts'
import { refusedItems, stakable } from './stakable.ts'

/** What is played for, in figures and words. The figures before stay, out of reach, while the next are asked for. */
export function Terms() {
  const last = useRef<Aim | null>(null)
  last.current = aim.value ?? (isAsking.value ? last.current : null)
  return (
    <section class="upgrade-terms" aria-label={t('upgrade.terms')}>
      {last.current && <Figures aim={last.current} isOld={aim.value === null} />}
      <Hint />
    </section>
  )
}

/** What was refused the last time, and the one button. A refusal takes the focus and comes into view; going on from it keeps it. */
export function Action() {
  const ref = useRef<HTMLDivElement>(null)
  const now = upgrade.value
  const failure = now?.is === 'refused' ? now.failure : null
  const focus = () => ref.current?.focus()
  useLayoutEffect(() => {
    if (failure) focus()
  }, [])
  if (failure?.code === 'PLAYER_RESTRICTED') return <RestrictedNotice failure={failure} />
  return (
    <div class="upgrade-action" ref={ref} tabIndex={-1}>
      <Refused onGone={focus} />
      <PlayButton />
    </div>
  )
}

function Figures({ aim: { target: prize, stakeMinor, currency }, isOld }: { aim: Aim; isOld: boolean }) {
  return (
    <dl class={isOld ? 'sums is-old' : 'sums'} aria-busy={isOld} data-testid="upgrade-terms">
      <div class="sum">
        <dt>{t('upgrade.terms.target')}</dt>
        <dd class="terms-name">{prize.name}</dd>
      </div>
      <div class="sum">
        <dt>{t('upgrade.terms.stake')}</dt>
        <dd data-testid="terms-stake">{money(stakeMinor, currency)}</dd>
      </div>
      <div class="sum">
        <dt>{t('upgrade.terms.times')}</dt>
        <dd>× {formatTimes(prize.valueMinor, stakeMinor, words.value.locale)}</dd>
      </div>
      <div class="sum is-total">
        <dt>{t('upgrade.terms.value')}</dt>
        <dd data-testid="terms-value">{money(prize.valueMinor, prize.currency)}</dd>
      </div>
    </dl>
  )
}

function PlayButton() {
  const now = aim.value
  return (
    <button
      type="button"
      class="button primary is-wide"
      data-testid="upgrade-play"
      disabled={now === null || paused.value || isPlaying()}
      onClick={() => now && playUpgrade(now)}
    >
      {playLabel(now)}
    </button>
  )
}

function playLabel(now: Aim | null): string {
  if (mode.value === 'items')
    return picked.value.size > 0 ? plural('upgrade.playItems', picked.value.size) : t('upgrade.title')
  const stakeMinor = now?.stakeMinor ?? wagerMinor.value
  if (stakeMinor === null) return t('upgrade.title')
  return t('upgrade.play', { stake: money(stakeMinor, now?.currency ?? current().currency) })
}

/** What is worth knowing before the click. */
function Hint() {
  const now = aim.value
  const held = balance.value
  const isShort =
    now?.mode === 'balance' && held?.minor != null && held.currency === now.currency && held.minor < now.stakeMinor
  return (
    <>
      {isShort && (
        <p class="hint">
          {t('upgrade.lowBalance', {
            balance: money(held.minor!, held.currency),
            amount: money(now.stakeMinor, now.currency),
          })}
        </p>
      )}
      <p class="hint">{t(mode.value === 'items' ? 'upgrade.spentItems' : 'upgrade.spent')}</p>
      <FastToggle label={t('upgrade.fast')} />
    </>
  )
}

/** The house edge, what comes back for this prize, and the richest prize, before anything is staked. */
export function Promises({ offer }: { offer: UpgraderConfig }) {
  const { locale } = words.value
  const feeBps = prizes.state.value.data?.answer.feeBps ?? offer.houseEdgeBps
  const prize = target.value
  return (
    <ul class="promise">
      <li data-testid="house-edge">{t('upgrade.edge', { edge: formatBps(feeBps, locale) })}</li>
      {prize && (
        <li data-testid="target-rtp">
          {t('upgrade.edge.target', { name: prize.name, rtp: formatBps(prize.rtpBps, locale) })}
        </li>
      )}
      {offer.noLoss && <li data-testid="no-loss">{t('upgrade.noLoss')}</li>}
      {offer.maxPrizeMinor !== null && (
        <li>{t('upgrade.richest', { amount: money(offer.maxPrizeMinor, offer.currency) })}</li>
      )}
    </ul>
  )
}

/** What was refused, if that was the last thing that happened. What is offered now is read anew meanwhile. */
function Refused({ onGone }: { onGone: () => void }) {
  const now = upgrade.value
  if (now?.is !== 'refused') return null
  const { failure } = now
  const refused = refusedItems(failure, now.aim?.stakeItemIds ?? [])
  const goOn = () => {
    unpick(refused)
    if (refused.length > 0) void stakable.load()
    else void readPrizes()
    clearUpgrade()
    onGone()
  }
  return (
    <FailureWords
      code={failure.code}
      said={wordsInDoubt(failure) ?? saidOf(failure.code)}
      reference={referenceOf(failure)}
    >
      {failure.code.startsWith('UPGRADER_') && (
        <button type="button" class="button" data-testid="refused-go-on" onClick={goOn}>
          {t(refused.length > 0 ? 'upgrade.items.leaveOut' : 'upgrade.goOn')}
        </button>
      )}
    </FailureWords>
  )
}

/** Words that fit a stake better than those of the code, which speak of boxes. */
function saidOf(code: string): ErrorWords | undefined {
  return code === 'INSUFFICIENT_FUNDS' ? { what: t('upgrade.tooLow'), next: t('upgrade.tooLow.next') } : undefined
}
