import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { typedChance } from '../../apps/admin/src/boxes/chance-text.ts'
import type { DraftRow, VersionDraft } from '../../apps/admin/src/boxes/version-draft.ts'

/** A draft without a price, of prizes with these units and values. The IDs of the items count from 1. */
export function draftWith(prizes: readonly (readonly [units: number | null, valueMinor: number])[]): VersionDraft {
  const rows = prizes.map(([units, valueMinor], index): DraftRow => {
    const itemId = index + 1
    const item = {
      itemId,
      key: `item-${itemId}`,
      name: `Item ${itemId}`,
      type: 'physical',
      imageUrl: null,
      stock: null,
    } as const
    const chance = units === null ? '' : typedChance(units, 'percent')
    return { ...item, valueMinor, isArchived: false, chance, units, isLocked: false }
  })
  return { price: '', chanceFormat: 'percent', rows }
}

/** Any draft whose chances are valid, with any sum. */
export const drafts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: BOX_TOTAL_UNITS }), fc.integer({ min: 0, max: 1e12 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map(draftWith)

/** The units of each prize of a draft. */
export const unitsOf = ({ rows }: VersionDraft) => rows.map(({ units }) => units)
