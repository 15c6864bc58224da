import type { Owner } from '../../kernel/index.ts'
import type { Context } from '../../platform/index.ts'
import { ensurePlayer } from '../../players/index.ts'

/** The player that a backend names, made on first sight: commitments can be noted before the first round. */
export async function ensureOwner(ctx: Context, operatorId: number, playerExternalId: string): Promise<Owner> {
  const player = await ctx.tx(operatorId, (tx) => ensurePlayer(tx, operatorId, playerExternalId, ctx.clock.now()))
  return { operatorId, playerId: player.playerId }
}
