import {
  type Bucket,
  type Fill,
  freeCount,
  freeParts,
  sliceCount,
  takenBack,
  takenFrom,
  underRule,
  waitMs,
} from './bucket.ts'

/** A request that waits until the database has been asked. */
export type Waiter = { settle(admitted: boolean): void; fail(error: unknown): void }

/** What one process knows of a bucket. Of others' use it hears late, so there is never more in the bucket than it thinks. */
export type Account = {
  bucket: Bucket
  fill: Fill
  /** Whether the database has ever been asked. */
  isKnown: boolean
  /** Admitted here and not reported yet, and when the last of them was. */
  unreportedCount: number
  admittedAtMs: number
  waiting: Waiter[]
}

/** How a caller stands with a limit. `remainingCount` is null when only the database would know. */
export type LimitState = {
  admitted: boolean
  limitCount: number
  remainingCount: number | null
  /** Until the bucket is full. */
  resetMs: number
  /** Until the next token. */
  retryMs: number
}

export function openAccount(bucket: Bucket): Account {
  const fill = { usedParts: 0, atMs: 0 }
  return { bucket, fill, isKnown: false, unreportedCount: 0, admittedAtMs: 0, waiting: [] }
}

/** Settings may have changed since the last request. */
export function takeRule(account: Account, bucket: Bucket): void {
  account.fill = underRule(account.fill, account.bucket.rule, bucket.rule)
  account.bucket = bucket
}

/** The clock may have been set back since the last request; a bucket that is empty in the future would stay shut until then. */
export function takeTime(account: Account, aheadMs: number, nowMs: number): void {
  account.fill = takenBack(account.fill, aheadMs, nowMs)
}

/**
 * What becomes of one more request. `refused` is certain, as others can only have taken more. `admitted` may be wrong by what others
 * took meanwhile, so it is said for one slice only; past that the database is asked.
 */
export function judge(account: Account, sliceMs: number, nowMs: number): 'admitted' | 'refused' | 'to be asked' {
  const { fill, unreportedCount, waiting } = account
  const { rule } = account.bucket
  if (freeParts(fill, rule, waiting.length, nowMs) < rule.periodMs) return 'refused'
  return waiting.length === 0 && unreportedCount < sliceCount(rule, sliceMs) ? 'admitted' : 'to be asked'
}

export function admit(account: Account, nowMs: number): void {
  account.fill = takenFrom(account.fill, account.bucket.rule, 1, nowMs)
  account.unreportedCount += 1
  account.admittedAtMs = nowMs
}

/** The database knows of `reportedCount` more, and says how the bucket stands. */
export function hear(account: Account, reportedCount: number, inDatabase: Fill, nowMs: number): void {
  account.isKnown = true
  account.unreportedCount -= reportedCount
  account.fill = takenFrom(inDatabase, account.bucket.rule, account.unreportedCount, nowMs)
}

export function limitStateOf(account: Account, admitted: boolean, nowMs: number): LimitState {
  const { fill, waiting, isKnown } = account
  const { rule } = account.bucket
  return {
    admitted,
    limitCount: rule.burstCount,
    remainingCount: isKnown || !admitted ? freeCount(fill, rule, waiting.length, nowMs) : null,
    resetMs: waitMs(fill, rule, waiting.length, rule.burstCount, nowMs),
    retryMs: waitMs(fill, rule, waiting.length, 1, nowMs),
  }
}

/** Whether the database knows all that the account does. */
export function isAtRest({ unreportedCount, waiting }: Account): boolean {
  return unreportedCount === 0 && waiting.length === 0
}

/** Whether the account says no more than no account would. */
export function isFull({ bucket: { rule }, fill }: Account, nowMs: number): boolean {
  return freeParts(fill, rule, 0, nowMs) === rule.burstCount * rule.periodMs
}
