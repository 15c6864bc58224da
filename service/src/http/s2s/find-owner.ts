import type { Owner } from '../../kernel/index.ts'
import type { Operator } from '../../operators/index.ts'
import type { Context } from '../../platform/index.ts'
import { findPlayer } from '../../players/index.ts'

/** The player that a read is about; null when we have never heard of them. */
export async function findOwner(ctx: Context, operator: Operator, playerExternalId: string): Promise<Owner | null> {
  const { operatorId } = operator
  const player = await ctx.tx(operatorId, (tx) => findPlayer(tx, operatorId, playerExternalId))
  return player ? { operatorId, playerId: player.playerId } : null
}
