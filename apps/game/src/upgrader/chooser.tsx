import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { formatPercent } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { Art } from '../kit/art.tsx'
import { Segments } from '../kit/segments.tsx'
import { t, words } from '../kit/words.ts'
import { Action, Promises, Terms } from './action.tsx'
import { ask, chanceBps, chooseChance, prizes, readPrizes, target } from './choice.ts'
import { Dial } from './dial.tsx'
import { StakePanel } from './stake-panel.tsx'
import { Targets } from './targets.tsx'

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

/** Long enough for a person who types, short enough for one who waits. */
const DEBOUNCE_MS = 250

/** Keeps the list of prizes that of what is chosen; the answer to the latest question wins. */
function usePrizes(): void {
  const key = ask.value?.key
  useEffect(() => {
    if (key === undefined) return
    const timer = setTimeout(readPrizes, prizes.state.peek().data ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [key])
}
