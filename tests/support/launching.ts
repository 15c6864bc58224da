import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import { importCatalogue } from '../../service/src/catalog/index.ts'
import type { Owner } from '../../service/src/kernel/index.ts'
import type { Operator } from '../../service/src/operators/index.ts'
import type { Context } from '../../service/src/platform/index.ts'
import { ensurePlayer } from '../../service/src/players/index.ts'

/** A catalogue of one box on sale for 10.01, one that was archived, and one that was never published. */
export async function stockBoxes(
  ctx: Context,
  operator: Operator,
): Promise<{ boxId: number; boxVersionId: number; archivedId: number; emptyId: number }> {
  const prizes = [{ item: 'watch', chanceUnits: BOX_TOTAL_UNITS }]
  const box = (key: string) => ({ key, slug: key, name: key, priceMinor: 1001, prizes })
  const { boxes } = await importCatalogue(
    ctx,
    operator.operatorId,
    {
      items: [{ key: 'watch', name: 'Watch', type: 'physical', valueMinor: 900 }],
      boxes: [box('sold'), box('gone'), { ...box('empty'), archived: true, prizes: [] }],
    },
    '.',
  )
  await importCatalogue(ctx, operator.operatorId, { items: [], boxes: [{ ...box('gone'), archived: true }] }, '.')
  return {
    boxId: boxes.sold!.boxId,
    boxVersionId: boxes.sold!.boxVersionId!,
    archivedId: boxes.gone!.boxId,
    emptyId: boxes.empty!.boxId,
  }
}

/** A player of an operator, as an owner. */
export async function makeOwner(ctx: Context, operatorId: number, externalId: string): Promise<Owner> {
  const player = await ctx.tx(operatorId, (tx) => ensurePlayer(tx, operatorId, externalId, ctx.clock.now()))
  return { operatorId, playerId: player.playerId }
}
