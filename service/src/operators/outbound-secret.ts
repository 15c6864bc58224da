import { Hidden, type Random } from '../kernel/index.ts'
import { type Context, sealedPlace } from '../platform/index.ts'
import type { Operator } from './operator.ts'
import { OUTBOUND_SECRET, PREVIOUS_OUTBOUND_SECRET } from './store.ts'

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
