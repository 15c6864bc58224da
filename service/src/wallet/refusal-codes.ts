import { type ErrorCode, isShownWalletCode } from '@coffer/contract/errors'

/** What a wallet's refusal means to the player (interface §4.8, refusal mapping). */
export function refusalOf(errorCode: string | null): { code: ErrorCode; walletErrorCode?: string } {
  if (errorCode === 'INSUFFICIENT_FUNDS' || errorCode === 'PLAYER_BLOCKED') return { code: errorCode }
  if (errorCode !== null && isShownWalletCode(errorCode))
    return { code: 'WALLET_UNAVAILABLE', walletErrorCode: errorCode }
  return { code: 'WALLET_UNAVAILABLE' }
}
