import { walletKey } from '@coffer/contract/keys'
import type { Owner } from '../kernel/index.ts'
import type { Movement } from '../wallet/index.ts'
import type { Fee } from './order.ts'

/** The credit that gives a shipping fee back, once, whoever owes it: a cancelled order, or a fee without one. */
export function refundOf(owner: Owner, playerExternalId: string, orderPublicId: string, fee: Fee): Movement {
  return {
    owner,
    playerExternalId,
    kind: 'shipping_refund',
    subjectId: orderPublicId,
    idempotencyKey: walletKey.refundShipping(orderPublicId),
    direction: 'credit',
    amountMinor: fee.amountMinor,
    currency: fee.currency,
    reference: { kind: 'refund', orderPublicId },
  }
}
