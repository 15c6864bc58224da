import type { UpgraderMode } from '@coffer/contract/shapes'
import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { typedMoney } from '@coffer/web'
import { wantedMode } from '../item-actions/stake.ts'
import { clearUpgrade } from '../item-actions/upgrade.ts'
import { Segments } from '../kit/segments.tsx'
import { money, t, words } from '../kit/words.ts'
import { firstAmount, quickAmounts } from './amounts.ts'
import { chooseWager, isWithin, mode, typeWager, wagerMinor, wagerText } from './choice.ts'
import { StakeItems } from './stake-items.tsx'

const MODES: readonly UpgraderMode[] = ['balance', 'items']

/** What is staked: an amount of the balance, or items of the vault. Only what the operator has is offered. */
export function StakePanel({ offer }: { offer: UpgraderConfig }) {
  const chosen = mode.value
  return (
    <section class="choice" aria-labelledby="stake-title">
      <h2 class="choice-title" id="stake-title">
        {t('upgrade.stake')}
      </h2>
      {offer.modes.balance && offer.modes.items && <ModeChoice chosen={chosen} />}
      {offer.modes[chosen] && (chosen === 'items' ? <StakeItems offer={offer} /> : <Wager offer={offer} />)}
    </section>
  )
}

function ModeChoice({ chosen }: { chosen: UpgraderMode }) {
  return (
    <fieldset>
      <legend class="visually-hidden">{t('upgrade.with')}</legend>
      <Segments
        name="stake-mode"
        values={MODES}
        chosen={chosen}
        label={(one) => t(`upgrade.with.${one}`)}
        choose={(one) => {
          clearUpgrade()
          wantedMode.value = one
        }}
        layout="is-even"
      />
    </fieldset>
  )
}

/** An amount of the balance, typed or chosen. */
function Wager({ offer }: { offer: UpgraderConfig }) {
  const { minWagerMinor, maxWagerMinor, currency } = offer
  const problem = problemOf(offer)
  return (
    <>
      <label class="field">
        <span class="field-label">{t('upgrade.wager', { currency })}</span>
        <input
          class="input wager"
          data-testid="wager"
          name="wager"
          inputMode="decimal"
          autocomplete="off"
          value={wagerText.value}
          aria-invalid={problem !== null}
          aria-describedby="wager-hint"
          onInput={(event) => typeWager(event.currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend class="visually-hidden">{t('upgrade.quick')}</legend>
        <Segments
          name="quick-wager"
          values={quickAmounts(minWagerMinor, maxWagerMinor)}
          chosen={wagerMinor.value}
          label={(amount) => money(amount, currency)}
          choose={chooseWager}
          layout="is-spread"
        />
      </fieldset>
      <p class={problem === null ? 'hint' : 'hint is-bad'} id="wager-hint" role="status">
        {problem ?? t('upgrade.limits', { min: money(minWagerMinor, currency), max: money(maxWagerMinor, currency) })}
      </p>
    </>
  )
}

function problemOf(offer: UpgraderConfig): string | null {
  const { minWagerMinor, maxWagerMinor, currency } = offer
  const minor = wagerMinor.value
  if (minor === null) {
    const example = typedMoney(firstAmount(minWagerMinor, maxWagerMinor), currency, words.value.locale)
    return t('upgrade.wager.bad', { example })
  }
  if (isWithin(minor, offer)) return null
  return t('upgrade.wager.range', { min: money(minWagerMinor, currency), max: money(maxWagerMinor, currency) })
}
