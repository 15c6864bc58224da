import type { AdminWalletOperation } from '@coffer/contract/admin'
import type { OperationKind } from '@coffer/contract/keys'
import type { WalletOperationState } from '@coffer/contract/round-names'
import { connectionFailure } from './attempts.ts'
import { count } from './numbers.ts'

export const OPERATION_TEXT: Readonly<Record<OperationKind, string>> = {
  round_debit: 'Debit for the round',
  round_refund: 'Refund of the round',
  cashback_credit: 'Cashback credit',
  shipping_debit: 'Shipping fee',
  shipping_refund: 'Refund of a shipping fee',
}

export const OPERATION_STATE_TEXT: Readonly<Record<WalletOperationState, string>> = {
  open: 'No final answer yet',
  accepted: 'Accepted',
  refused: 'Refused',
  never_sent: 'Not sent',
  parked: 'Needs a decision',
  conflict: 'Conflict',
}

export const OPERATION_STATE_TONE: Readonly<Record<WalletOperationState, 'good' | 'bad' | 'info' | 'plain'>> = {
  open: 'info',
  accepted: 'good',
  refused: 'plain',
  never_sent: 'plain',
  parked: 'bad',
  conflict: 'bad',
}

/** Reasons that the service records of calls to wallets. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['time-out', 'no response within 10 seconds'],
  ['no wallet URL', 'no wallet URL is set'],
  ['too many calls to this wallet at once', 'too many calls to the wallet were under way'],
  ['this wallet has not answered lately', 'calls are held back, because the wallet did not answer recent ones'],
  ['waited too long between recording and sending', 'it waited too long before it could be sent'],
  ['the call could not be made', 'Coffer could not make the call'],
  ['unknown failure', 'the connection failed'],
  ['not an address', 'the wallet URL is not valid'],
  ['neither http nor https', 'the wallet URL is neither http nor https'],
  ['not https', 'the wallet URL is not https'],
  ['credentials in the address', 'the wallet URL contains a user name or a password'],
  ['`accepted` is not a boolean', '“accepted” is missing, or neither true nor false'],
])

type Call = AdminWalletOperation['calls'][number]

/** The result of a call to a wallet in words. */
export function callResult({ outcome, reason }: Pick<Call, 'outcome' | 'reason'>): string {
  switch (outcome) {
    case null:
      return 'No outcome recorded'
    case 'accepted':
      return 'Accepted'
    case 'refused':
      return 'Refused'
    case 'never_sent':
      if (reason === 'time-out') return 'Not sent: no connection within 10 seconds'
      return withReason('Not sent', reason)
    case 'unknown':
      return withReason('No usable answer', reason)
  }
}

function withReason(result: string, reason: string | null): string {
  return reason === null ? result : `${result}: ${reasonText(reason)}`
}

/** Why a call had no usable answer, or was not sent, as part of a sentence. */
export function reasonText(reason: string): string {
  const status = /^status (\d+), no usable body$/.exec(reason)?.[1]
  if (status !== undefined)
    return status.startsWith('2') ? `status ${status} without a JSON object` : `status ${status}`
  const bytes = /^answer of more than (\d+) bytes$/.exec(reason)?.[1]
  if (bytes !== undefined) return `the answer has more than ${count(Number(bytes))} bytes`
  const failure = connectionFailure(reason)
  if (failure !== null) return failure.charAt(0).toLowerCase() + failure.slice(1)
  return REASONS.get(reason) ?? reason
}

/** The reason of a refusal: the code of the wallet, with the meaning of the codes that Coffer knows. */
export function refusalReason(walletErrorCode: string | null): string {
  switch (walletErrorCode) {
    case null:
      return 'none given'
    case 'INSUFFICIENT_FUNDS':
      return `${walletErrorCode} (the player’s balance is too low)`
    case 'PLAYER_BLOCKED':
      return `${walletErrorCode} (the player is blocked)`
    default:
      return walletErrorCode
  }
}
