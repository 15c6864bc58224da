import type { SimulatedVersion } from './simulation.ts'
import type { DraftRow } from './version-draft.ts'

/** The version to simulate of a draft without faults. */
export function simulatedVersion(rows: readonly DraftRow[], priceMinor: number): SimulatedVersion {
  const prizes = rows.map(({ itemId, name, type, valueMinor, units }) => ({
    ...{ itemId, name, type, valueMinor },
    chanceUnits: units ?? 0,
  }))
  return { priceMinor, prizes }
}

/** True if a draft has the price, the prizes and the chances of a version. `draftPriceMinor`: null while the draft has no price. */
export function isSimulationOfDraft(
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
