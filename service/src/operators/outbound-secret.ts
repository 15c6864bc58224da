import { Hidden } from '../kernel/index.ts'
import { type Context, sealedPlace } from '../platform/index.ts'
import type { Operator } from './operator.ts'
import { OUTBOUND_SECRET } from './store.ts'

/** The secret that signs what we send to the operator's wallet. */
export function outboundSecret(ctx: Pick<Context, 'sealer'>, operator: Operator): Hidden<string> {
  const sealed = operator.outboundSecretSealed.reveal()
  return new Hidden(ctx.sealer.open(sealed, sealedPlace(OUTBOUND_SECRET, operator.operatorId)))
}
