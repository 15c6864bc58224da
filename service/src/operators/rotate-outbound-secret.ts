import { appendAudit } from '../audit/index.ts'
import { later } from '../kernel/index.ts'
import { type Context, sealedPlace } from '../platform/index.ts'
import { newOutboundSecret, outboundSecret } from './outbound-secret.ts'
import { getOperator, lockStatus, OUTBOUND_SECRET, PREVIOUS_OUTBOUND_SECRET, replaceOutboundSecret } from './store.ts'

export type RotateOutboundInput = {
  operatorId: number
  /** For so long the old secret still signs. */
  overlapMs: number
  actor: string
}

/**
 * A new secret for calls to the operator's wallet, shown here and never again. What signs now goes on signing until the overlap ends, also when
 * that is itself a secret in its overlap: the wallet is never asked to know a secret sooner than it was told.
 */
export async function rotateOutboundSecret(
  ctx: Context,
  { operatorId, overlapMs, actor }: RotateOutboundInput,
): Promise<{ outboundSecret: string; oldEndsAt: Date }> {
  const secret = newOutboundSecret(ctx.random)
  const at = ctx.clock.now()
  const oldEndsAt = later(at, overlapMs)
  return ctx.tx(operatorId, async (tx) => {
    await lockStatus(tx, operatorId)
    const old = outboundSecret(ctx, await getOperator(tx, operatorId), at).reveal()
    await replaceOutboundSecret(tx, operatorId, {
      sealed: await ctx.sealer.seal(tx, secret, sealedPlace(OUTBOUND_SECRET, operatorId)),
      previous: await ctx.sealer.seal(tx, old, sealedPlace(PREVIOUS_OUTBOUND_SECRET, operatorId)),
      ...{ endsAt: oldEndsAt, at },
    })
    await appendAudit(ctx, tx, operatorId, { actor, action: 'operator.secret_rotated', details: { oldEndsAt }, at })
    return { outboundSecret: secret, oldEndsAt }
  })
}
