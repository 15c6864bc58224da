import type { Home, WalletState } from '@coffer/contract/admin'
import { HOME_WALLET_HOURS, HOME_WALLET_OPERATIONS } from '@coffer/contract/home'
import { atOnce, hours, later } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type CallSums, sumCalls } from './attempt-store.ts'
import { isBreakerOpen } from './call-wallet.ts'
import { sumUnresolved } from './store.ts'

/** Reads the recent calls to the wallet of an operator, and counts the debits and credits without a final outcome. */
export async function readWalletHealth(ctx: Context, tx: Tx, operator: Operator): Promise<NonNullable<Home['wallet']>> {
  const now = ctx.clock.now()
  const since = later(now, -hours(HOME_WALLET_HOURS))
  const [calls, unresolved] = await atOnce(
    sumCalls(tx, operator.operatorId, { since, count: HOME_WALLET_OPERATIONS }),
    sumUnresolved(tx, operator.operatorId, now),
  )
  const { accepted, refused, unknown, neverSent, medianMs, p95Ms } = calls
  return {
    state: stateOf(ctx, operator, calls),
    calls: { accepted, refused, unknown, neverSent },
    medianMs,
    p95Ms,
    unresolvedCount: unresolved.count,
    oldestUnresolvedAt: unresolved.oldestAt?.toISOString() ?? null,
    parkedCount: unresolved.parkedCount,
    conflictCount: unresolved.conflictCount,
  }
}

function stateOf(ctx: Context, operator: Operator, { lastOutcome }: CallSums): WalletState {
  if (operator.settings.wallet.url === '') return 'none'
  if (lastOutcome === 'accepted' || lastOutcome === 'refused') return 'answering'
  // After the outcome, which is that of all processes: the breaker of an idle process stays open when the wallet answers others.
  if (isBreakerOpen(ctx, operator, 'money')) return 'held_back'
  return lastOutcome === null ? 'unused' : 'failing'
}
