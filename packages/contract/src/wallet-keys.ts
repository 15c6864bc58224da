/** What each kind of wallet operation moves, and how its idempotency key begins. What follows names the event. */
export const OPERATIONS = {
  round_debit: { direction: 'debit', keyBegins: 'round:' },
  round_refund: { direction: 'credit', keyBegins: 'refund:round:' },
  cashback_credit: { direction: 'credit', keyBegins: 'cashback:inventory:' },
  shipping_debit: { direction: 'debit', keyBegins: 'shipping:player:' },
  shipping_refund: { direction: 'credit', keyBegins: 'shipping:refund:' },
} as const satisfies Record<string, { direction: 'debit' | 'credit'; keyBegins: string }>

export type OperationKind = keyof typeof OPERATIONS
export const OPERATION_KINDS = Object.keys(OPERATIONS) as OperationKind[]

/** Idempotency keys of wallet calls: one key names one real-world event (interface §4.8 rule 2). */
export const walletKey = {
  openRound: (roundPublicId: string) => keyOf('round_debit', roundPublicId),
  refundRound: (roundPublicId: string) => keyOf('round_refund', roundPublicId),
  cashBackItem: (inventoryItemId: number) => keyOf('cashback_credit', inventoryItemId),
  shippingFee: (intentHash: string) => keyOf('shipping_debit', intentHash),
  refundShipping: (orderPublicId: string) => keyOf('shipping_refund', orderPublicId),
} as const

function keyOf(kind: OperationKind, event: string | number): string {
  return `${OPERATIONS[kind].keyBegins}${event}`
}
