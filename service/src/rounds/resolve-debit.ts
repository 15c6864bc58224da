import { storeAnswerUnlessThere } from '../actions/index.ts'
import { type Owner, present } from '../kernel/index.ts'
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
import { clickOf } from './click.ts'
import { moveRound } from './move-round.ts'
import { lockRound, type RoundRecord } from './store.ts'

/**
 * What the resolver does with a debit that nobody came back for (money protocol §5): a round of which nothing was ever sent
 * is voided; any other is asked about with a clean attempt, because voiding on silence would lose a paid debit, and crediting
 * without asking would create money.
 */
export async function prepareDebitProbe(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  operation: OperationRow,
): Promise<Attempt | null> {
  const owner = { operatorId: operation.operator_id, playerId: operation.player_id }
  const attempts = await listAttempts(tx, operation.operator_id, operation.operation_id)
  const round = present(await lockRound(tx, owner, operation.subject_id), 'the round of a debit exists')
  if (round.state === 'pending' && nothingWasSent(attempts)) {
    await giveUpUnsent(ctx, tx, owner, operation, round)
    return null
  }
  if (round.state === 'pending' && operator.settings.wallet.unknownDebit === 'refund')
    await moveRound(tx, round, 'voiding')
  return probeOperation(ctx, tx, operator, operation, { onlyClean: true })
}

async function giveUpUnsent(
  ctx: Context,
  tx: Tx,
  owner: Owner,
  operation: OperationRow,
  round: RoundRecord,
): Promise<void> {
  await dropUnsent(ctx, tx, operation.operator_id, operation.operation_id)
  await moveRound(tx, round, 'voided')
  const click = clickOf({ owner, game: round.game_key, clientActionId: round.client_action_id })
  await storeAnswerUnlessThere(tx, click, refusedAnswer(round.public_id, null, { undecided: false }))
}
