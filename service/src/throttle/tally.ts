import type { Limits } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type Account, isAtRest, isFull, openAccount, takeRule, takeTime } from './account.ts'
import type { Bucket } from './bucket.ts'

/** What one process has counted of all buckets, and what of it has yet to be reported to the database. */
export type Tally = {
  accounts: Map<string, Account>
  /** With the moment from which on there is something to say, milliseconds since 1970. */
  toReport: Map<Account, number>
  /** The reports under way, one after the other; null when there is nothing to say. */
  reporting: Promise<void> | null
  /** Cuts the pause before the next report short. */
  hurry: AbortController
  isEnding: boolean
}

const tallies = new WeakMap<Context, Tally>()

export function tallyOf(ctx: Context): Tally {
  const known = tallies.get(ctx)
  if (known) return known
  const tally: Tally = {
    accounts: new Map(),
    toReport: new Map(),
    reporting: null,
    hurry: new AbortController(),
    isEnding: false,
  }
  tallies.set(ctx, tally)
  return tally
}

export function keyOf({ operatorId, kind, subject }: { operatorId: number; kind: string; subject: string }): string {
  return `${operatorId} ${kind} ${subject}`
}

export function accountOf(tally: Tally, bucket: Bucket, limits: Limits, nowMs: number): Account {
  const key = keyOf(bucket)
  const known = tally.accounts.get(key)
  if (known) {
    takeRule(known, bucket)
    takeTime(known, 2 * limits.clockSkewMs, nowMs)
    return known
  }
  if (tally.accounts.size >= limits.bucketAccountsCount) forgetSome(tally.accounts, limits.bucketAccountsCount, nowMs)
  const account = openAccount(bucket)
  tally.accounts.set(key, account)
  return account
}

/** Forgets the accounts that say nothing, and the oldest of the others when they are still more than half of the limit. */
function forgetSome(accounts: Map<string, Account>, limit: number, nowMs: number): void {
  const atRest = [...accounts].filter(([, account]) => isAtRest(account))
  for (const [key, account] of atRest) if (isFull(account, nowMs)) accounts.delete(key)
  for (const [key] of atRest) {
    if (accounts.size * 2 <= limit) return
    accounts.delete(key)
  }
}
