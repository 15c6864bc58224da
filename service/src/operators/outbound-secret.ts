import { Hidden } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { SECRET_PURPOSE } from './api-key.ts'
import { findSealedOutboundSecret } from './store.ts'

/** The secret that signs what we send to the operator's wallet. */
export async function outboundSecret(ctx: Context, tx: Tx, operatorId: number): Promise<Hidden<string>> {
  return new Hidden(ctx.sealer.open(await findSealedOutboundSecret(tx, operatorId), SECRET_PURPOSE.outbound))
}
