import { Hidden } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { SECRET_PURPOSE } from './api-key.ts'
import type { Operator } from './operator.ts'

/** The secret that signs what we send to the operator's wallet. */
export function outboundSecret(ctx: Pick<Context, 'sealer'>, operator: Operator): Hidden<string> {
  return new Hidden(ctx.sealer.open(operator.outboundSecretSealed.reveal(), SECRET_PURPOSE.outbound))
}
