import type { UpgraderMode } from '@coffer/contract/shapes'
import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { wantedMode } from '../item-actions/stake.ts'
import { Segments } from '../kit/segments.tsx'
import { t } from '../kit/words.ts'
import { clearUpgrade } from '../play/upgrade.ts'
import { mode } from './choice.ts'
import { StakeItems } from './stake-items.tsx'
import { Wager } from './wager.tsx'

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
