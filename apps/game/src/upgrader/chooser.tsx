import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { formatPercent } from '@coffer/web'
import { Dial } from '../dial/dial.tsx'
import { Art } from '../parts/art.tsx'
import { Segments } from '../parts/segments.tsx'
import { t, words } from '../state/words.ts'
import { Action, Promises, Terms } from './action.tsx'
import { chanceBps, chooseChance, target } from './choice.ts'
import { StakePanel } from './stake-panel.tsx'
import { Targets } from './targets.tsx'
import { usePrizes } from './use-prizes.ts'

/** Everything that is chosen before a play, and the dial that shows what it means. */
export function Chooser({ offer }: { offer: UpgraderConfig }) {
  usePrizes()
  return (
    <div class="upgrade">
      <section class="upgrade-dial">
        <Dial chanceBps={chanceBps.value} roll={null}>
          {target.value && <Art src={target.value.imageUrl} />}
          <p class="dial-figure">{formatPercent(chanceBps.value, words.value.locale)}</p>
          <p class="dial-label">{t('upgrade.chance.label')}</p>
        </Dial>
      </section>
      <div class="upgrade-choices">
        <StakePanel offer={offer} />
        <Chances offer={offer} />
        <Targets offer={offer} />
      </div>
      <Terms />
      <Action />
      <Promises offer={offer} />
    </div>
  )
}

function Chances({ offer }: { offer: UpgraderConfig }) {
  const { locale } = words.value
  return (
    <fieldset class="choice">
      <legend class="choice-title">{t('upgrade.chance')}</legend>
      <Segments
        name="chance"
        values={offer.chancePresetsBps}
        chosen={chanceBps.value}
        label={(chance) => formatPercent(chance, locale)}
        choose={chooseChance}
        layout="is-even"
      />
    </fieldset>
  )
}
