import { Text } from '@mantine/core'
import { memo } from 'react'
import { count, countOf, money, percent } from '../text/numbers.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import shared from './boxes.module.css'
import figureClasses from './draft-figures.module.css'
import { FigureNote } from './figure-note.tsx'
import { figureMoney, figurePercent, hitFrequency, moneyDeviation, percentDeviation } from './figure-text.ts'
import { Histogram } from './histogram.tsx'
import { safeNumber } from './integers.ts'
import { SERIES, SERIES_OPENS, type Simulation, UNITS_PER_OPEN } from './simulation.ts'
import {
  MIDDLE_SERIES,
  type ReturnBin,
  type RtpBin,
  type SimulationFigures,
  simulationFigures,
} from './simulation-figures.ts'
import classes from './simulation-section.module.css'
import { expectedOpens, returnText, rtpBinText } from './simulation-text.ts'
import type { SimulationResult } from './use-simulation.ts'
import { figuresOf } from './version-figures.ts'

const OPENS = { one: 'open', many: 'opens' }

type Props = { result: SimulationResult; currency: string }

/** What happened in a simulation. It is not rendered again while the draft changes. */
export const ResultFigures = memo(({ result: { version, simulation }, currency }: Props) => {
  const figures = simulationFigures(version, simulation)
  const expected = figuresOf(version.prizes, version.priceMinor)
  const { ggrMinor, deviationMinor, deviationBps } = expected.results.at(-1)!
  return (
    <>
      <div className={figureClasses.lists}>
        <FactList>
          <Fact name="RTP">
            {figurePercent(figures.rtpBps)}
            <FigureNote>
              Expected: {figurePercent(expected.rtpBps)} {percentDeviation(deviationBps)}
            </FigureNote>
          </Fact>
          <Fact name="Hit frequency">
            {hitFrequency({ hitUnits: figures.hits * UNITS_PER_OPEN })}
            <FigureNote>Expected: {hitFrequency(expected)}</FigureNote>
          </Fact>
        </FactList>
        <FactList>
          <Fact name="GGR">
            {figureMoney(figures.ggrMinor, currency)}
            <FigureNote>
              Expected: {figureMoney(ggrMinor, currency)} {moneyDeviation(deviationMinor, currency)}
            </FigureNote>
          </Fact>
          <Fact name="Largest prize">
            {winsText(figures)}
            <FigureNote>Expected: {expectedOpens(expected.largestUnits)}</FigureNote>
          </Fact>
        </FactList>
        <Extremes {...{ simulation, currency }} />
      </div>
      {figures.middleRtp !== null && <Text className={shared.changed}>{middleText(figures.middleRtp)}</Text>}
      <div className={classes.histograms}>
        <Returns bins={figures.returns} />
        {figures.rtps.length > 0 && <SeriesRtps bins={figures.rtps} />}
      </div>
    </>
  )
})

/** The longest run of losses of the player, and the lowest GGR of the operator. */
function Extremes({ simulation, currency }: { simulation: Simulation; currency: string }) {
  const { longestLossRun, lowestGgrMinor, lowestAfterOpens } = simulation
  return (
    <FactList>
      <Fact name="Longest run of losses">
        {countOf(longestLossRun, OPENS)}
        <FigureNote>Opens in a row that return less than the price</FigureNote>
      </Fact>
      <Fact name="Lowest GGR">
        {lowestAfterOpens === 0 ? (
          `Never below ${money(0, currency)}`
        ) : (
          <>
            {figureMoney(safeNumber(lowestGgrMinor), currency)}
            <FigureNote>Running total after {countOf(lowestAfterOpens, OPENS)}</FigureNote>
          </>
        )}
      </Fact>
    </FactList>
  )
}

function winsText({ largestWins }: SimulationFigures): string {
  if (largestWins === 0) return 'Not won'
  return largestWins === 1 ? 'Won once' : `Won ${count(largestWins)} times`
}

function middleText({ lowBps, highBps }: NonNullable<SimulationFigures['middleRtp']>): string {
  const series = `${count(MIDDLE_SERIES)} of ${count(SERIES)} series of ${count(SERIES_OPENS)} opens`
  return `In ${series}, the RTP was between ${percent(lowBps)} and ${percent(highBps)}.`
}

function Returns({ bins }: { bins: readonly ReturnBin[] }) {
  const rows = bins.map((bin) => ({
    label: returnText(bin),
    count: bin.opens,
    expected: { count: bin.chanceUnits / UNITS_PER_OPEN, text: expectedOpens(bin.chanceUnits) },
    isColoured: bin.isHit,
  }))
  return (
    <div>
      <Histogram
        title="Returns of single opens"
        heads={{ label: 'Return', count: 'Opens', expected: 'Expected' }}
        rows={rows}
      />
      <FigureNote>
        1× is the price. Coloured bars return at least the price. A return on a boundary is in the row that begins with
        it.
      </FigureNote>
    </div>
  )
}

function SeriesRtps({ bins }: { bins: readonly RtpBin[] }) {
  const rows = bins.map((bin) => ({ label: rtpBinText(bin), count: bin.series }))
  return (
    <div>
      <Histogram title="RTP of the series" heads={{ label: 'RTP', count: 'Series' }} rows={rows} />
    </div>
  )
}
