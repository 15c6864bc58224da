import type { AdminBox, AdminCheckedVersion } from '@coffer/contract/admin'
import { WHOLE_BPS } from '../text/boxes.ts'
import { count, money, percent } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { FactComparison } from './fact-comparison.tsx'
import { exposureText, hitFrequency, volatilityText } from './figure-text.ts'
import { type FigurePrize, figuresOf } from './version-figures.ts'

type Props = { box: AdminBox; checked: AdminCheckedVersion }

/** The facts of a version that was checked, next to those of the live one. */
export function ReviewFacts({ box, checked }: Props) {
  const facts = factsOf({ ...checked, prizeCount: checked.prizes.length })
  if (box.live === null) {
    return (
      <FactList>
        {facts.map(({ name, text }) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
      </FactList>
    )
  }
  const live = new Map(factsOf({ ...box.live, cashedRtpBps: box.cashedRtpBps }).map(({ name, text }) => [name, text]))
  return (
    <FactComparison
      from="Live version"
      to="New version"
      facts={facts.map(({ name, text }) => ({ name, from: live.get(name) ?? '–', to: text }))}
    />
  )
}

type Version = Pick<AdminCheckedVersion, 'priceMinor' | 'currency' | 'rtpBps' | 'cashedRtpBps' | 'maxPrizeMinor'> & {
  readonly prizeCount: number
  readonly prizes: readonly FigurePrize[]
}

/** The facts of a version. Cashback may be off. */
function factsOf({ priceMinor, currency, rtpBps, cashedRtpBps, maxPrizeMinor, prizeCount, prizes }: Version) {
  return [
    { name: 'Price', text: money(priceMinor, currency) },
    { name: 'RTP', text: rtpBps === null ? 'Unknown' : percent(rtpBps) },
    { name: 'House edge', text: rtpBps === null ? 'Unknown' : percent(WHOLE_BPS - rtpBps) },
    ...(cashedRtpBps === null ? [] : [{ name: 'RTP if cashed back', text: percent(cashedRtpBps) }]),
    ...figureFacts(prizes, priceMinor, currency),
    { name: 'Largest prize', text: money(maxPrizeMinor, currency) },
    { name: 'Prizes', text: count(prizeCount) },
  ]
}

/** Figures of a version; none without a price and while its chances do not sum to 100%. */
function figureFacts(prizes: readonly FigurePrize[], priceMinor: number, currency: string) {
  const sum = prizes.reduce((before, { chanceUnits }) => before + chanceUnits, 0)
  if (priceMinor === 0 || sum !== BOX_UNITS) return []
  const figures = figuresOf(prizes, priceMinor)
  return [
    { name: 'Hit frequency', text: hitFrequency(figures) },
    { name: 'Volatility', text: volatilityText(figures) },
    { name: 'Exposure', text: exposureText(figures, currency) },
  ]
}
