import type { AuditChange, RestrictionChange } from '@coffer/contract/admin'
import { isCurrency } from '@coffer/contract/currencies'
import type { Restrictions } from '@coffer/contract/players'
import { count, money } from '../text/numbers.ts'
import { moment } from '../text/time.ts'

/** A change of restrictions with a line of text for each restriction. */
export type DescribedChange = RestrictionChange & { readonly lines: readonly string[] }

type SpendLimit = { readonly minor: unknown; readonly currency: unknown }

/**
 * Describes changes, which are ordered from the newest to the oldest. `now`: the restrictions that hold after the newest. An entry names only
 * what changed, so the currency of a limit may come from another entry.
 */
export function describeChanges(changes: readonly RestrictionChange[], now: Restrictions): DescribedChange[] {
  let limit: SpendLimit = { minor: now.dailySpendMinor, currency: now.dailySpendCurrency }
  return changes.map((change) => {
    const lines = linesOf(change.changes, limitAt('after', change.changes, limit))
    limit = limitAt('before', change.changes, limit)
    return { ...change, lines }
  })
}

const SPEND_FIELDS = { minor: 'dailySpendMinor', currency: 'dailySpendCurrency' } as const

/** The limit before or after a change. `otherwise`: the values of the fields that did not change. */
function limitAt(side: 'before' | 'after', fields: readonly AuditChange[], otherwise: SpendLimit): SpendLimit {
  const read = (name: keyof SpendLimit) => {
    const changed = fields.find(({ field }) => field === SPEND_FIELDS[name])
    return changed === undefined ? otherwise[name] : changed[side]
  }
  return { minor: read('minor'), currency: read('currency') }
}

function linesOf(fields: readonly AuditChange[], limit: SpendLimit): string[] {
  const lines = fields.map((change) => lineOf(change, limit))
  // The amount and the currency of a limit are two fields with one line.
  return lines.length === 0 ? ['Restrictions changed'] : [...new Set(lines)]
}

function lineOf({ field, after }: AuditChange, limit: SpendLimit): string {
  switch (field) {
    case 'selfExcluded':
      return after === true ? 'Self-exclusion set' : 'Self-exclusion lifted'
    case 'coolOffUntil':
      return coolOffLine(after)
    case 'dailySpendMinor':
    case 'dailySpendCurrency':
      return spendLine(limit)
    case 'dailyOpensCount':
      return typeof after === 'number' ? `Daily opens limit set to ${count(after)}` : 'Daily opens limit lifted'
    default:
      return field === null ? 'Restrictions changed' : `${field} changed`
  }
}

function coolOffLine(after: unknown): string {
  const isMoment = typeof after === 'string' && !Number.isNaN(Date.parse(after))
  return isMoment ? `Cool-off set until ${moment(after)}` : 'Cool-off lifted'
}

function spendLine({ minor, currency }: SpendLimit): string {
  if (typeof minor !== 'number') return 'Daily spend limit lifted'
  const isKnown = typeof currency === 'string' && isCurrency(currency)
  return isKnown ? `Daily spend limit set to ${money(minor, currency)}` : 'Daily spend limit set'
}
