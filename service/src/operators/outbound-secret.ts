import { appendAudit } from '../audit/index.ts'
import { Hidden, later, type Random } from '../kernel/index.ts'
import { type Context, sealedPlace } from '../platform/index.ts'
import type { Operator } from './operator.ts'
import { getOperator, lockStatus, OUTBOUND_SECRET, PREVIOUS_OUTBOUND_SECRET, replaceOutboundSecret } from './store.ts'

export function newOutboundSecret(random: Random): string {
  return `whs_${random.bytes(32).toString('base64url')}`
}

/**
 * The secret that signs what we send to the operator's wallet now. While a replaced one overlaps with the new one it is the replaced one: a
 * wallet that has not been told yet goes on working, and one that has been told takes either.
 */
export function outboundSecret(ctx: Pick<Context, 'sealer'>, operator: Operator, now: Date): Hidden<string> {
  const { operatorId, outboundSecretSealed, previousOutbound: previous } = operator
  const open = (sealed: Hidden<Buffer>, column: typeof OUTBOUND_SECRET) =>
    new Hidden(ctx.sealer.open(sealed.reveal(), sealedPlace(column, operatorId)))
  if (previous !== null && previous.endsAt > now) return open(previous.sealed, PREVIOUS_OUTBOUND_SECRET)
  return open(outboundSecretSealed, OUTBOUND_SECRET)
}

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
