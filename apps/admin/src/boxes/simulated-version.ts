import { WHOLE_BPS } from '../text/boxes.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { safeNumber } from './integers.ts'
import { SIMULATED_OPENS, type SimulatedVersion } from './simulation.ts'
import type { DraftRow } from './version-draft.ts'
import { figuresOf } from './version-figures.ts'

/** The version to simulate of a draft without faults. */
export function simulatedVersion(rows: readonly DraftRow[], priceMinor: number): SimulatedVersion {
  const prizes = rows.map(({ itemId, name, type, valueMinor, units }) => ({
    ...{ itemId, name, type, valueMinor },
    chanceUnits: units ?? 0,
  }))
  return { priceMinor, prizes }
}

/** True if a draft has the price, the prizes and the chances of a version. `draftPriceMinor`: null while the draft has no price. */
export function isVersionOf(
  { priceMinor, prizes }: SimulatedVersion,
  rows: readonly DraftRow[],
  draftPriceMinor: number | null,
): boolean {
  return (
    priceMinor === draftPriceMinor &&
    prizes.length === rows.length &&
    prizes.every(({ itemId, valueMinor, chanceUnits }, index) => {
      const row = rows[index]
      return itemId === row?.itemId && valueMinor === row.valueMinor && chanceUnits === row.units
    })
  )
}

/** What the chances of a version lead one to expect of a simulation. Null: beyond what is shown. */
export type ExpectedFigures = {
  readonly rtpBps: number | null
  readonly ggrMinor: number | null
  readonly hitUnits: number
  readonly largestUnits: number
}

export function expectedFigures({ prizes, priceMinor }: SimulatedVersion): ExpectedFigures {
  const { hitUnits, largestUnits, results } = figuresOf(prizes, priceMinor)
  const returned = prizes.reduce(
    (sum, { valueMinor, chanceUnits }) => sum + BigInt(valueMinor) * BigInt(chanceUnits),
    0n,
  )
  return {
    rtpBps: safeNumber((returned * BigInt(WHOLE_BPS)) / (BigInt(priceMinor) * BigInt(BOX_UNITS))),
    ggrMinor: results.find(({ opens }) => opens === SIMULATED_OPENS)?.ggrMinor ?? null,
    ...{ hitUnits, largestUnits },
  }
}
