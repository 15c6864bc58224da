/** Names and limits of rounds in the admin. This file does not import the validation library, so that the pages can use it. */

/**
 * Statuses of rounds in the admin. `unresolved`: it is not known whether the debit or the refund moved money, or a refund is owed. `disputed`: the
 * wallet accepted the refund of a held box after it had refused it.
 */
export const ADMIN_ROUND_STATUSES = ['settled', 'voided', 'held', 'unresolved', 'disputed'] as const
export type AdminRoundStatus = (typeof ADMIN_ROUND_STATUSES)[number]

/**
 * Outcomes of the money of a bet. `free`: the operator paid. `items`: the player staked items. `charged`: the wallet accepted the debit. `refused`,
 * `not_sent`: nothing was charged. `unsent`: no call of the debit has left yet. `unresolved`: it is not known whether the wallet charged the
 * player. `refund_due`: the player was charged, and the refund is sent until the wallet accepts it. `cancelling`: the refund of a cancelled
 * box has no final answer. `refunded`: the wallet accepted the refund. `disputed`: the wallet accepted a refund that it had refused.
 */
export const BET_STATES = [
  'free',
  'items',
  'charged',
  'refused',
  'not_sent',
  'unsent',
  'unresolved',
  'refund_due',
  'cancelling',
  'refunded',
  'disputed',
] as const
export type BetState = (typeof BET_STATES)[number]

/**
 * States of wallet operations. `open`: retried. `parked`: no longer retried. `conflict`: a credit that the wallet accepted after it had refused it.
 */
export const WALLET_OPERATION_STATES = ['open', 'accepted', 'refused', 'never_sent', 'parked', 'conflict'] as const
export type WalletOperationState = (typeof WALLET_OPERATION_STATES)[number]

/** Outcomes of one call to a wallet. `unknown`: no usable answer. `never_sent`: no byte of the call left. */
export const WALLET_CALL_OUTCOMES = ['accepted', 'refused', 'never_sent', 'unknown'] as const
export type WalletCallOutcome = (typeof WALLET_CALL_OUTCOMES)[number]

/** The most operations with one idempotency key that a round is shown with: conflicts, then the newest. */
export const OPERATIONS_OF_KEY = 10
/** The most calls of one operation that are shown: the newest. */
export const CALLS_OF_OPERATION = 50
