import { oneIn } from '@coffer/web'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { WHOLE_BPS } from '../text/boxes.ts'
import { count, countOf, money, percent } from '../text/numbers.ts'
import { BOX_UNITS, boxChance } from '../text/rounds.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import classes from './draft-figures.module.css'
import type { DraftState } from './draft-state.ts'
import { figureMoney, moneyDeviation, percentDeviation, volatilityText } from './figure-text.ts'
import { allowedText, boundsFault } from './target-rtp.ts'
import { type DraftRow, largestPrizeMinor, type RtpBounds } from './version-draft.ts'
import { lossText, type Spread, type VersionFigures } from './version-figures.ts'

type Props = { rows: readonly DraftRow[]; state: DraftState; currency: string; bounds: RtpBounds }

/** What a draft returns to players, and what it can cost. */
export function DraftFigures({ rows, state: { rtpBps, figures }, currency, bounds }: Props) {
  return (
    <Section title="Figures">
      <div className={classes.lists}>
        <FactList>
          <Fact name="RTP">
            <Rtp {...{ rtpBps, bounds }} />
          </Fact>
          <Fact name="House edge">{rtpBps === null ? 'Unknown' : percent(WHOLE_BPS - rtpBps)}</Fact>
        </FactList>
        <FactList>
          <Fact name="Hit frequency">
            {figures === null ? 'Unknown' : boxChance(figures.hitUnits)}
            <Note>Opens that return at least the price</Note>
          </Fact>
          <Fact name="Volatility">
            {figures === null ? 'Unknown' : volatilityText(figures)}
            <Note>Standard deviation of one open, in prices</Note>
          </Fact>
        </FactList>
        <Extremes largestMinor={largestPrizeMinor(rows)} {...{ figures, currency }} />
      </div>
      {figures === null ? (
        <Text>The other figures need a price and chances that sum to 100%.</Text>
      ) : (
        <>
          <Text className={classes.strong}>{lossText(figures)}</Text>
          <Spreads spreads={figures.spreads} currency={currency} />
          <Note>At the values of now. Cashback terms and shipping costs are not counted.</Note>
        </>
      )}
    </Section>
  )
}

/** The RTP, and whether it is within its bounds. `rtpBps`: null while it is unknown. */
function Rtp({ rtpBps, bounds }: { rtpBps: number | null; bounds: RtpBounds }) {
  const fault = boundsFault(rtpBps, bounds)
  const text = rtpBps === null ? 'Unknown' : percent(rtpBps)
  if (fault === null) {
    return (
      <>
        {text}
        <Note>{allowedText(bounds)}</Note>
      </>
    )
  }
  return (
    <div className={classes.bad}>
      {text}
      <Text size="xs">{fault}</Text>
    </div>
  )
}

type ExtremesProps = { largestMinor: number | null; figures: VersionFigures | null; currency: string }

/** The largest prize, and what one open can cost. */
function Extremes({ largestMinor, figures, currency }: ExtremesProps) {
  return (
    <FactList>
      <Fact name="Largest prize">
        {largestMinor === null ? 'Unknown' : money(largestMinor, currency)}
        {figures !== null && <Note>{largestText(figures)}</Note>}
      </Fact>
      <Fact name="Exposure">
        {figures === null ? 'Unknown' : exposureText(figures, currency)}
        <Note>Most that one open can cost you</Note>
        {figures !== null && figures.coveringOpens !== 0 && <Note>{coveringText(figures)}</Note>}
      </Fact>
    </FactList>
  )
}

/** From this chance on, a percentage says more than "1 of 9.5 opens". */
const PERCENT_FROM = BOX_UNITS / 10

function largestText({ largestUnits }: VersionFigures): string {
  if (largestUnits >= PERCENT_FROM) return `Won in ${boxChance(largestUnits)} of the opens`
  return `Won in 1 of ${oneIn(largestUnits, BOX_UNITS, 'en-GB')} opens`
}

function exposureText({ exposureMinor }: VersionFigures, currency: string): string {
  return exposureMinor > 0 ? money(exposureMinor, currency) : 'None'
}

function coveringText({ coveringOpens }: VersionFigures): string {
  if (coveringOpens === null) return 'Not covered: there is no house edge'
  return `Covered by the average GGR of ${countOf(coveringOpens, { one: 'open', many: 'opens' })}`
}

function Spreads({ spreads, currency }: { spreads: readonly Spread[]; currency: string }) {
  const columns: readonly Column<Spread>[] = [
    {
      key: 'opens',
      label: 'Opens',
      cell: ({ opens }) => (
        <>
          {count(opens)}
          <span className={classes.noun}> opens</span>
        </>
      ),
    },
    { key: 'ggr', label: 'Average GGR', isNumber: true, cell: ({ ggrMinor }) => figureMoney(ggrMinor, currency) },
    {
      key: 'deviation',
      label: 'GGR, standard deviation',
      isNumber: true,
      cell: ({ deviationMinor }) => moneyDeviation(deviationMinor, currency),
    },
    {
      key: 'rtp',
      label: 'RTP, standard deviation',
      isNumber: true,
      cell: ({ deviationBps }) => percentDeviation(deviationBps),
    },
  ]
  return (
    <DataTable isInset label="Results of many opens" columns={columns} rows={spreads} keyOf={({ opens }) => opens} />
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}
