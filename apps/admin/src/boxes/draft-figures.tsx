import { oneIn } from '@coffer/web'
import { Text } from '@mantine/core'
import { count, countOf, money } from '../text/numbers.ts'
import { BOX_UNITS, boxChance } from '../text/rounds.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import shared from './boxes.module.css'
import classes from './draft-figures.module.css'
import type { DraftState } from './draft-state.ts'
import { FigureNote } from './figure-note.tsx'
import {
  draftVolatility,
  edgeText,
  exposureText,
  figureMoney,
  hitText,
  moneyDeviation,
  percentDeviation,
  rtpText,
} from './figure-text.ts'
import { allowedText } from './target-rtp.ts'
import { type DraftRow, largestPrizeMinor, type RtpBounds } from './version-draft.ts'
import { lossText, type ManyOpens, type VersionFigures } from './version-figures.ts'

type Props = { rows: readonly DraftRow[]; state: DraftState; currency: string; bounds: RtpBounds }

/** What a draft returns to players, and what it can cost. */
export function DraftFigures({ rows, state, currency, bounds }: Props) {
  const { figures } = state
  return (
    <Section title="Figures">
      <div className={classes.lists}>
        <FactList>
          <Fact name="RTP">
            <Rtp {...{ state, bounds }} />
          </Fact>
          <Fact name="House edge">{edgeText(state)}</Fact>
        </FactList>
        <FactList>
          <Fact name="Hit frequency">
            {hitText(state)}
            <FigureNote>Opens that return at least the price</FigureNote>
          </Fact>
          <Fact name="Volatility">
            {draftVolatility(state)}
            <FigureNote>Standard deviation of one open, in prices</FigureNote>
          </Fact>
        </FactList>
        <Extremes largestMinor={largestPrizeMinor(rows)} {...{ figures, currency }} />
      </div>
      {figures === null ? (
        <Text>The other figures need a price and chances that sum to 100%.</Text>
      ) : (
        <>
          <Text className={shared.changed}>{lossText(figures)}</Text>
          <Results results={figures.results} currency={currency} />
          <FigureNote>At current values. Cashback terms and shipping costs are not counted.</FigureNote>
        </>
      )}
    </Section>
  )
}

/** The RTP, and whether it is within its bounds. */
function Rtp({ state, bounds }: { state: DraftState; bounds: RtpBounds }) {
  const { rtpFault } = state
  if (rtpFault === null) {
    return (
      <>
        {rtpText(state)}
        <FigureNote>{allowedText(bounds)}</FigureNote>
      </>
    )
  }
  return (
    <div className={shared.bad}>
      {rtpText(state)}
      <Text size="xs">{rtpFault}</Text>
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
        {figures !== null && <FigureNote>{largestText(figures)}</FigureNote>}
      </Fact>
      <Fact name="Exposure">
        {figures === null ? 'Unknown' : exposureText(figures, currency)}
        <FigureNote>Largest prize less the price</FigureNote>
        {figures !== null && figures.coveringOpens !== 0 && <FigureNote>{coveringText(figures)}</FigureNote>}
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

function coveringText({ coveringOpens }: VersionFigures): string {
  if (coveringOpens === 'never') return 'Not covered: there is no house edge'
  if (coveringOpens === null) return 'Covered by the expected GGR of a very large number of opens'
  return `Covered by the expected GGR of ${countOf(coveringOpens, { one: 'open', many: 'opens' })}`
}

function Results({ results, currency }: { results: readonly ManyOpens[]; currency: string }) {
  const columns: readonly Column<ManyOpens>[] = [
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
    { key: 'ggr', label: 'Expected GGR', isNumber: true, cell: ({ ggrMinor }) => figureMoney(ggrMinor, currency) },
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
    <DataTable isInset label="Results of many opens" columns={columns} rows={results} keyOf={({ opens }) => opens} />
  )
}
