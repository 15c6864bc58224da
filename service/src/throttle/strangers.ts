import { minutes } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import type { LimitState } from './account.ts'
import { addressName } from './address.ts'
import { type Fill, freeCount, freeParts, type Rule, takenFrom, waitMs } from './bucket.ts'

/** What each address has cost this process with credentials that are nobody's. Nothing of it is reported to the database: that would cost what it saves. */
const ledgers = new WeakMap<Context, Map<string, Fill>>()

/** How an address stands. Nothing is taken. */
export function strangerLimitState(ctx: Context, ip: string): LimitState {
  const rule = ruleOf(ctx)
  const nowMs = nowOf(ctx)
  const fill = ledgerOf(ctx).get(addressName(ip)) ?? EMPTY
  return {
    admitted: freeParts(fill, rule, 0, nowMs) >= rule.periodMs,
    limitCount: rule.burstCount,
    remainingCount: freeCount(fill, rule, 0, nowMs),
    resetMs: waitMs(fill, rule, 0, rule.burstCount, nowMs),
    retryMs: waitMs(fill, rule, 0, 1, nowMs),
  }
}

/** Takes a look of an address's budget, before it is known whether it is for nobody: many at once would all find the same one. */
export function takeLook(ctx: Context, ip: string): void {
  const ledger = ledgerOf(ctx)
  const address = addressName(ip)
  const fill = takenFrom(ledger.get(address) ?? EMPTY, ruleOf(ctx), 1, nowOf(ctx))
  // The newest stands last, so that the first are those that have been quiet the longest.
  ledger.delete(address)
  ledger.set(address, fill)
  for (const oldest of ledger.keys()) {
    if (ledger.size <= ctx.limits.bucketAccountsCount) return
    ledger.delete(oldest)
  }
}

/** The look was for somebody. */
export function giveLookBack(ctx: Context, ip: string): void {
  const ledger = ledgerOf(ctx)
  const address = addressName(ip)
  const fill = ledger.get(address)
  if (fill) ledger.set(address, { ...fill, usedParts: Math.max(0, fill.usedParts - ruleOf(ctx).periodMs) })
}

const EMPTY: Fill = { usedParts: 0, atMs: 0 }

/** Whole milliseconds, as buckets count. */
function nowOf({ clock }: Context): number {
  return Math.floor(clock.mono())
}

function ruleOf({ limits }: Context): Rule {
  const count = limits.strangerLooksPerMinuteCount
  return { burstCount: count, refillCount: count, periodMs: minutes(1) }
}

function ledgerOf(ctx: Context): Map<string, Fill> {
  const known = ledgers.get(ctx)
  if (known) return known
  const ledger = new Map<string, Fill>()
  ledgers.set(ctx, ledger)
  return ledger
}
