import { mulDivCeil, mulDivFloor } from '@coffer/contract/money'

/** How much a bucket holds, and how fast it fills. Whole tokens; a request takes one. */
export type Rule = {
  burstCount: number
  /** So many tokens come back in a period. */
  refillCount: number
  periodMs: number
}

export type BucketKind =
  | 'backend'
  | 'play'
  | 'opens'
  | 'init'
  | 'kyc'
  | 'kyc_page'
  | 'kyc_image'
  | 'sign_in'
  | 'staff'
  | 'staff_change'
  | 'rotation'

/** The requests of one kind that one caller may still send. `operatorId` is 0 where the caller belongs to no operator. */
export type Bucket = { operatorId: number; kind: BucketKind; subject: string; rule: Rule }

/**
 * What is missing from a full bucket at a moment, milliseconds since 1970. A token has as many parts as its period has milliseconds,
 * so a whole number of parts comes back in each. More than the bucket holds may be missing: that is owed.
 */
export type Fill = { usedParts: number; atMs: number }

/** What a process may admit of a bucket before it has reported to the database: the refill of so many milliseconds, one token at least. */
export function sliceCount({ refillCount, periodMs, burstCount }: Rule, sliceMs: number): number {
  return Math.min(burstCount, Math.max(1, mulDivFloor(refillCount, sliceMs, periodMs)))
}

/** Parts that are there, when `claimedCount` tokens of them are spoken for. Negative when more is. */
export function freeParts(fill: Fill, rule: Rule, claimedCount: number, nowMs: number): number {
  return (rule.burstCount - claimedCount) * rule.periodMs - usedNow(fill, rule, nowMs)
}

export function freeCount(fill: Fill, rule: Rule, claimedCount: number, nowMs: number): number {
  return Math.max(0, mulDivFloor(freeParts(fill, rule, claimedCount, nowMs), 1, rule.periodMs))
}

/** How long until so many tokens are there; 0 when they are. */
export function waitMs(fill: Fill, rule: Rule, claimedCount: number, wantedCount: number, nowMs: number): number {
  const missing = wantedCount * rule.periodMs - freeParts(fill, rule, claimedCount, nowMs)
  return Math.max(0, mulDivCeil(missing, 1, rule.refillCount))
}

/** The fill after so many more tokens were taken. */
export function takenFrom(fill: Fill, rule: Rule, count: number, nowMs: number): Fill {
  return { usedParts: usedNow(fill, rule, nowMs) + count * rule.periodMs, atMs: Math.max(fill.atMs, nowMs) }
}

/** The fill under another rule. A smaller bucket that took over what a larger one had given out would stay shut for long. */
export function underRule(fill: Fill, old: Rule, rule: Rule): Fill {
  if (old.burstCount === rule.burstCount) return fill
  return { ...fill, usedParts: Math.min(fill.usedParts, rule.burstCount * rule.periodMs) }
}

/** The fill as of now, when a clock that has been set back since counted it more than `aheadMs` ahead. */
export function takenBack(fill: Fill, aheadMs: number, nowMs: number): Fill {
  return fill.atMs > nowMs + aheadMs ? { ...fill, atMs: nowMs } : fill
}

/** A clock that is behind the one that counted last sees nothing come back. */
function usedNow({ usedParts, atMs }: Fill, { refillCount }: Rule, nowMs: number): number {
  return Math.max(0, usedParts - Math.max(0, nowMs - atMs) * refillCount)
}
