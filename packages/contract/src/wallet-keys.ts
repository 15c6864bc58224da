/** Idempotency keys of wallet calls: one key names one real-world event (interface §4.8 rule 2). */

export const walletKey = {
  openRound: (roundPublicId: string) => `round:${roundPublicId}`,
  refundRound: (roundPublicId: string) => `refund:round:${roundPublicId}`,
  cashBackItem: (inventoryItemId: number) => `cashback:inventory:${inventoryItemId}`,
  shippingFee: (intentHash: string) => `shipping:player:${intentHash}`,
  refundShipping: (orderPublicId: string) => `shipping:refund:${orderPublicId}`,
} as const
