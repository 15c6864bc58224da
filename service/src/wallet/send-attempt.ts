import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { callWallet, isBreakerOpen } from './call-wallet.ts'
import type { Attempt, Outcome } from './operation.ts'
import { readMoneyReply } from './read-reply.ts'

/** Sends a recorded attempt, with no transaction open. One whose first byte would leave too late is dropped unsent. */
export async function sendAttempt(ctx: Context, operator: Operator, attempt: Attempt): Promise<Outcome> {
  const reply = await callWallet(ctx, operator, {
    purpose: 'money',
    body: attempt.body,
    idempotencyKey: attempt.idempotencyKey,
    timeoutMs: ctx.limits.walletCallMs,
    mayLeave: () => (isStale(ctx, attempt) ? 'waited too long between recording and sending' : null),
  })
  const outcome = readMoneyReply(reply)
  const reason = 'reason' in outcome ? outcome.reason : undefined
  const { operationId, attemptId } = attempt
  // Whoever reads the log of a dead wallet needs the one line of its breaker, and not one for each call.
  const level = isBreakerOpen(ctx, operator, 'money') ? 'debug' : 'info'
  ctx.log[level]({ operator: operator.slug, operationId, attemptId, outcome: outcome.kind, reason }, 'wallet call')
  return outcome
}

/** The quarantine counts from the recording, so a sender that slept or connected for long in between must not send any more. */
function isStale({ clock, limits }: Context, { recordedAt, recordedMono }: Attempt): boolean {
  const waitedMs = Math.max(clock.mono() - recordedMono, clock.now().getTime() - recordedAt.getTime())
  return waitedMs > limits.attemptSendMs
}
