import { storeAnswerOfSubject } from '../actions/index.ts'
import { present } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  type Attempt,
  dropUnsent,
  listAttempts,
  nothingWasSent,
  type OperationRow,
  probeOperation,
} from '../wallet/index.ts'
import { refusedAnswer } from './answers.ts'
import { subjectOf } from './intent.ts'
import { lockIntent } from './intent-store.ts'
import { moveIntent } from './move-intent.ts'

/**
 * What the resolver does with a fee that nobody came back for: one of which nothing was ever sent is dropped; any other is asked about
 * with a clean attempt, and goes back when it was taken (money protocol §6).
 */
export async function prepareFeeProbe(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  operation: OperationRow,
): Promise<Attempt | null> {
  const { operator_id: operatorId, player_id: playerId, operation_id: operationId, subject_id: publicId } = operation
  const owner = { operatorId, playerId }
  const intent = present(await lockIntent(tx, owner, publicId), 'a fee has its intent')
  const attempts = await listAttempts(tx, operatorId, operationId)
  if (intent.state === 'undecided' && nothingWasSent(attempts)) {
    await dropUnsent(ctx, tx, operatorId, operationId)
    await moveIntent(tx, intent, 'refused')
    await storeAnswerOfSubject(tx, subjectOf(owner, publicId), refusedAnswer(null))
    return null
  }
  return probeOperation(ctx, tx, operator, operation, { onlyClean: true })
}
