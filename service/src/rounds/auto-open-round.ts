import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { getPlayer } from '../players/index.ts'
import { settleRound } from './settle-round.ts'
import { lockRound } from './store.ts'

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
    await settleRound(ctx, tx, { operator, owner, playerExternalId, round, balanceAfterMinor: null })
  })
}
