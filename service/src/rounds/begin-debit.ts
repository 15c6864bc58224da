import { walletKey } from '@coffer/contract/keys'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { beginOperation } from '../wallet/index.ts'
import type { Begun } from './begin-round.ts'
import type { RoundRecord } from './store.ts'

/** Records the debit of a new round with its first attempt, which is sent after the commit. */
export async function beginDebit(ctx: Context, tx: Tx, payer: Who, round: RoundRecord): Promise<Begun> {
  const { operator, owner, playerExternalId } = payer
  const publicId = round.public_id
  const attempt = await beginOperation(ctx, tx, operator, {
    owner,
    playerExternalId,
    kind: 'round_debit',
    subjectId: publicId,
    idempotencyKey: walletKey.openRound(publicId),
    direction: 'debit',
    amountMinor: round.bet_minor,
    currency: round.currency,
    reference: { kind: 'round', publicId },
  })
  return { kind: 'send', attempt, publicId }
}
