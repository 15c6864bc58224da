import type { OpenedRound } from '@coffer/contract/shapes'
import { type ActionAnswer, readStoredAnswer, recordFirstRequest, storeAnswer } from '../actions/index.ts'
import { type Owner, Refusal } from '../kernel/index.ts'
import type { Operator, Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { getPlayer } from '../players/index.ts'
import { besidePlays, lockRound, openedAnswer, publicStatus, type RoundRecord } from '../rounds/index.ts'
import { BOXES } from './game.ts'
import { settleRound } from './settle-boxes.ts'

export type HeldRound = Who & { publicId: string }

/**
 * Opens a box that was paid for earlier, in one transaction, which others may share, and without a call: the version that was bought, the
 * nonce of now. Again repeats the first answer. Refuses with ROUND_NOT_FOUND or ROUND_NOT_HELD.
 */
export async function openHeldRound(ctx: Context, input: HeldRound): Promise<ActionAnswer> {
  const { operator, owner, playerExternalId, publicId } = input
  const key = { owner, kind: 'held_open' as const, clientActionId: publicId }
  const open = async (tx: Tx): Promise<ActionAnswer> => {
    const round = await lockRound(tx, owner, publicId)
    if (!round || publicStatus(round.state) === null) throw new Refusal('ROUND_NOT_FOUND')
    if (round.state !== 'held') {
      const first = await readStoredAnswer(tx, key)
      if (first) return { ...first, replayed: true }
      throw new Refusal('ROUND_NOT_HELD')
    }
    const answer = openedAnswer(await settleHeld(ctx, tx, { operator, owner, playerExternalId }, round))
    // Nobody has opened it before. Written last: whoever has to go on alone, as for prizes that this process has not read yet, leaves the
    // others of the transaction before anything of it has gone to the database.
    recordFirstRequest(tx, key, publicId, ctx.clock.now())
    storeAnswer(tx, key, answer)
    return { ...answer, replayed: false }
  }
  return ctx.tx(operator.operatorId, open, besidePlays(owner))
}

/** Opens a held box whose time has come; nothing happens when somebody opened or cancelled it meanwhile. */
export async function openOverdueRound(
  ctx: Context,
  operator: Operator,
  held: { owner: Owner; publicId: string },
): Promise<void> {
  const { owner, publicId } = held
  await ctx.tx(operator.operatorId, async (tx) => {
    const round = await lockRound(tx, owner, publicId)
    if (round?.state !== 'held') return
    const { externalId: playerExternalId } = await getPlayer(tx, owner)
    await settleHeld(ctx, tx, { operator, owner, playerExternalId }, round)
  })
}

/** It was paid for when it was bought: nobody's money moves now. */
function settleHeld(ctx: Context, tx: Tx, who: Who, round: RoundRecord): Promise<OpenedRound> {
  return settleRound(ctx, tx, { ...who, game: BOXES, round, debit: null, balanceAfterMinor: null })
}
