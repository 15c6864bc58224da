/** Names of rounds in the admin. This file does not import the validation library, so that the pages can use it. */

/**
 * `unresolved`: whether its debit or its refund moved money is not known yet. `disputed`: a held box whose refund the wallet accepted after it had
 * refused it.
 */
export const ROUND_FILTERS = ['settled', 'voided', 'held', 'unresolved', 'disputed'] as const
export type RoundFilter = (typeof ROUND_FILTERS)[number]

/**
 * What became of the money of a bet. `free`: the operator paid. `items`: the player staked items. `charged`: the wallet accepted the debit.
 * `refused`, `not_sent`: nothing was charged. `unresolved`: it is not known whether the wallet charged the player, and it is asked again.
 * `refund_due`: the refund is sent until the wallet accepts it. `cancelling`: the refund of a cancelled box has no final answer yet. `refunded`: the
 * wallet accepted the refund. `disputed`: the wallet accepted a refund that it had refused; the box stays closed.
 */
export const BET_STATES = [
  'free',
  'items',
  'charged',
  'refused',
  'not_sent',
  'unresolved',
  'refund_due',
  'cancelling',
  'refunded',
  'disputed',
] as const
export type BetState = (typeof BET_STATES)[number]

/** `open`: retried. `parked`: no longer retried. `conflict`: a credit that the wallet accepted after it had refused it. */
export const WALLET_OPERATION_STATES = ['open', 'accepted', 'refused', 'never_sent', 'parked', 'conflict'] as const
export type WalletOperationState = (typeof WALLET_OPERATION_STATES)[number]

/** Outcome of one call to a wallet. `unknown`: no usable answer. `never_sent`: no byte of the call left. */
export const WALLET_CALL_OUTCOMES = ['accepted', 'refused', 'never_sent', 'unknown'] as const
export type WalletCallOutcome = (typeof WALLET_CALL_OUTCOMES)[number]
