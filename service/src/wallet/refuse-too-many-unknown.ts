import { type Owner, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { countUnknownDebits } from './store.ts'

/** A player with too many debits of unknown outcome waits until some are resolved. Throws WALLET_UNAVAILABLE with `Retry-After`. */
export async function refuseTooManyUnknown(ctx: Context, tx: Tx, operator: Operator, owner: Owner): Promise<void> {
  if ((await countUnknownDebits(tx, owner)) < operator.settings.wallet.maxUnknown) return
  throw new Refusal('WALLET_UNAVAILABLE', { retryAfterSeconds: ctx.limits.tooManyUnknownRetrySeconds })
}
