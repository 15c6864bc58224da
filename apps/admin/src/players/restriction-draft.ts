import type { AdminPlayer } from '@coffer/contract/admin'
import { AMOUNT_MAX } from '@coffer/contract/limits'
import { LARGEST_DAILY_OPENS } from '@coffer/contract/player-names'
import type { RestrictionsBody } from '@coffer/contract/players'
import { readAmount, typedAmount } from '../text/amounts.ts'
import { count } from '../text/numbers.ts'
import { hasOtherCurrency } from '../text/players.ts'

/** The restrictions to change, with the reason. What is left out stays as it is; null lifts it. */
export type RestrictionInput = RestrictionsBody & {
  readonly reason: string
  /** The version of the restrictions, and the currency of the player, that the change is based on. */
  readonly version: number
  readonly currency: string
}

/** The content of the fields of the dialog. */
export type Draft = {
  readonly selfExcluded: boolean
  /** In UTC, as fields for a date and a time write it: `2026-08-12T14:00`. Null: the field contains a date that is not complete. */
  readonly coolOff: string | null
  /** In the currency of the player. */
  readonly spend: string
  /** True when the limit of spend is to be removed, although it is in another currency than the field. */
  readonly removesSpend: boolean
  readonly opens: string
  readonly reason: string
}

export type FaultyField = Exclude<keyof RestrictionsBody, 'selfExcluded'> | 'reason'

/** The result of checking a draft. `change`: the valid fields that differ from what holds. */
type CheckedDraft = {
  readonly change: RestrictionsBody
  readonly faults: Readonly<Partial<Record<FaultyField, string>>>
}

/** The draft for a player as they are. */
export function draftOf(player: AdminPlayer): Draft {
  const { selfExcluded, coolOffUntil, dailySpendMinor, dailyOpensCount } = player.restrictions
  const isShown = dailySpendMinor !== null && !hasOtherCurrency(player)
  return {
    selfExcluded,
    coolOff: coolOffText(coolOffUntil),
    spend: isShown ? typedAmount(dailySpendMinor, player.currency) : '',
    removesSpend: false,
    opens: dailyOpensCount === null ? '' : `${dailyOpensCount}`,
    reason: '',
  }
}

/** Checks a draft, and finds what it changes. */
export function checkDraft(draft: Draft, player: AdminPlayer, nowMs: number): CheckedDraft {
  const { selfExcluded, coolOffUntil, dailyOpensCount } = player.restrictions
  const coolOff = coolOffIn(draft.coolOff, coolOffUntil, nowMs)
  const spend = spendIn(draft, player)
  const opens = opensIn(draft.opens.trim(), dailyOpensCount)
  return {
    change: {
      ...(draft.selfExcluded !== selfExcluded && { selfExcluded: draft.selfExcluded }),
      ...(coolOff.value !== undefined && { coolOffUntil: coolOff.value }),
      ...(spend.value !== undefined && { dailySpendMinor: spend.value }),
      ...(opens.value !== undefined && { dailyOpensCount: opens.value }),
    },
    faults: {
      ...(coolOff.fault !== undefined && { coolOffUntil: coolOff.fault }),
      ...(spend.fault !== undefined && { dailySpendMinor: spend.fault }),
      ...(opens.fault !== undefined && { dailyOpensCount: opens.fault }),
      ...(draft.reason.trim() === '' && { reason: 'Enter a reason.' }),
    },
  }
}

/** The effect of a change on the sessions of a player; null when it has none. */
export function effectOf(change: RestrictionsBody, { restrictions }: AdminPlayer): string | null {
  const { selfExcluded = restrictions.selfExcluded, coolOffUntil = restrictions.coolOffUntil } = change
  const wasExcluded = restrictions.selfExcluded || restrictions.coolOffUntil !== null
  const isExcluded = selfExcluded || coolOffUntil !== null
  if (wasExcluded === isExcluded) return null
  if (isExcluded) return 'The player’s sessions end when you save.'
  const { dailySpendMinor = restrictions.dailySpendMinor, dailyOpensCount = restrictions.dailyOpensCount } = change
  const canPlay = 'The player can start games again when you save.'
  return dailySpendMinor === null && dailyOpensCount === null ? canPlay : `${canPlay} Daily limits still apply.`
}

/** The moment of a date and a time in UTC; null when it does not exist. */
export function utcMoment(text: string): string | null {
  const [, minute, second = ':00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d+)?$/.exec(text) ?? []
  const at = new Date(`${minute}${second}Z`)
  // Some browsers read February 30 as March 2.
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(`${minute}`) ? null : at.toISOString()
}

/** What a field changes: undefined for nothing, null for lifting; or why it is not valid. */
type Read<T> = { readonly value?: T | null; readonly fault?: string }

const UNCHANGED = {}

function coolOffText(at: string | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}

function coolOffIn(text: string | null, before: string | null, nowMs: number): Read<string> {
  // The field has no seconds.
  if (text === coolOffText(before)) return UNCHANGED
  if (text === '') return { value: null }
  const at = text === null ? null : utcMoment(text)
  if (at === null) return { fault: 'Enter a complete date and time, or leave the field empty.' }
  return Date.parse(at) > nowMs ? { value: at } : { fault: 'Enter a time in the future.' }
}

function spendIn({ spend, removesSpend }: Draft, player: AdminPlayer): Read<number> {
  const { currency, restrictions } = player
  const before = hasOtherCurrency(player) ? null : restrictions.dailySpendMinor
  if (removesSpend) return { value: null }
  if (spend.trim() === '') return before === null ? UNCHANGED : { value: null }
  const { minor, fault } = readAmount(spend, currency, AMOUNT_MAX, ', or leave the field empty')
  if (fault !== undefined) return { fault }
  return minor === before ? UNCHANGED : { value: minor }
}

function opensIn(text: string, before: number | null): Read<number> {
  if (text === '') return before === null ? UNCHANGED : { value: null }
  const opens = /^\d{1,15}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (opens > LARGEST_DAILY_OPENS) {
    return { fault: `Enter a whole number up to ${count(LARGEST_DAILY_OPENS)}, or leave the field empty.` }
  }
  return opens === before ? UNCHANGED : { value: opens }
}
