import type { ErrorCode } from '@coffer/contract/errors'
import type { Tx } from '../platform/index.ts'
import { listAttempts } from './store.ts'

export type UndecidedCode = Extract<ErrorCode, 'WALLET_UNAVAILABLE' | 'REQUEST_INTERRUPTED'>

/**
 * What whoever asks again for a movement that is not decided is told: that its last try was cut off, when nobody has said what came of it,
 * which is no fault of the wallet; else that the wallet gave no answer.
 */
export async function undecidedCode(tx: Tx, operatorId: number, operationId: number): Promise<UndecidedCode> {
  const attempts = await listAttempts(tx, operatorId, operationId)
  return attempts.at(-1)?.outcome === null ? 'REQUEST_INTERRUPTED' : 'WALLET_UNAVAILABLE'
}
