import { type ErrorCode, isShownWalletCode } from '@coffer/contract/errors'
import { OPERATIONS, type OperationKind } from '@coffer/contract/keys'
import type { WalletReference } from '@coffer/contract/wallet'
import type { Owner } from '../kernel/index.ts'
import type { Wallet } from '../operators/index.ts'

export type OperationState = 'open' | 'accepted' | 'refused' | 'never_sent' | 'parked' | 'conflict'

/** One try at a real-world movement of money, as its flow asks for it. */
export type Movement = {
  owner: Owner
  playerExternalId: string
  kind: OperationKind
  /** What it is for: a round's public id, an inventory item id. */
  subjectId: string
  idempotencyKey: string
  amountMinor: number
  currency: string
  reference: WalletReference
}

/** The bytes that every attempt of an operation sends. */
export function frozenBody(movement: Movement): string {
  return JSON.stringify({
    type: `wallet.${OPERATIONS[movement.kind].direction}`,
    playerExternalId: movement.playerExternalId,
    amountMinor: movement.amountMinor,
    currency: movement.currency,
    idempotencyKey: movement.idempotencyKey,
    reference: movement.reference,
  })
}

/** An attempt that is recorded and may be sent. */
export type Attempt = {
  operatorId: number
  /** The wallet that the attempt is sent to, read in the transaction that records the attempt. */
  wallet: Wallet
  operationId: number
  attemptId: number
  idempotencyKey: string
  body: string
  /** When it was recorded, by both clocks: the monotonic one stands still while a virtual machine is suspended, the wall clock may be set. */
  recordedAt: Date
  recordedMono: number
  /** The sender holds the operation until then. */
  leaseUntil: Date
}

/** What became of one HTTP call. */
export type Outcome =
  | { kind: 'accepted'; balanceAfterMinor: number | null; providerTxnRef: string | null }
  | { kind: 'refused'; errorCode: string | null }
  | { kind: 'never_sent'; reason: string }
  | { kind: 'unknown'; reason: string }

/** What an outcome means for the operation, once it is recorded. */
export type Verdict =
  | { kind: 'accepted'; balanceAfterMinor: number | null }
  | { kind: 'refused'; final: boolean; errorCode: string | null }
  /** `final`: nothing of it ever left, and the operation is closed; never of a debit, which only the resolver drops. */
  | { kind: 'never_sent'; final: boolean }
  | { kind: 'unknown' }
  /** A credit was accepted after its operation was closed: it is recorded and shown to staff, and changes nothing else. */
  | { kind: 'conflict' }

/** What a wallet's refusal means to the player (interface §4.8, refusal mapping). */
export function refusalOf(errorCode: string | null): { code: ErrorCode; walletErrorCode?: string } {
  if (errorCode === 'INSUFFICIENT_FUNDS' || errorCode === 'PLAYER_BLOCKED') return { code: errorCode }
  if (errorCode !== null && isShownWalletCode(errorCode))
    return { code: 'WALLET_UNAVAILABLE', walletErrorCode: errorCode }
  return { code: 'WALLET_UNAVAILABLE' }
}
