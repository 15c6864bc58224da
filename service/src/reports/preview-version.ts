import type { GamePreview } from '@coffer/contract/admin'
import {
  type CatalogueItem,
  itemsByIds,
  type Plan,
  type PlannedVersion,
  planVersion,
  showPlannedBox,
} from '../catalog/index.ts'
import { viewWins } from '../inventory/index.ts'
import { present } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { operatorLocales, viewTenant } from '../sessions/index.ts'

/**
 * Returns what a preview of the game shows: a new version of a box as players would see it. Throws UNKNOWN_BOX, and a 422 that names each
 * unknown item, or each part of the version that is not complete.
 */
export function previewVersion(
  ctx: Context,
  { operatorId, boxId }: { operatorId: number; boxId: number },
  planned: PlannedVersion,
): Promise<GamePreview> {
  return ctx.tx(operatorId, async (tx) => {
    const operator = await getOperator(tx, operatorId)
    const plan = await planVersion(tx, operator, boxId, planned)
    const itemIds = [...new Set(planned.prizes.map(({ itemId }) => itemId))]
    const items = await itemsByIds(tx, operatorId, itemIds)
    const box = await showPlannedBox(ctx, tx, plan, items)
    const { theme, policies, presentation, game } = operator.settings
    return {
      tenant: viewTenant(operator, { baseUrl: ctx.config.baseUrl, locale: operator.locale }),
      ...{ theme, policies, presentation, maxReels: game.maxReels, locales: operatorLocales(operator) },
      box,
      wins: await viewWins(ctx, tx, operator, grantsOf(plan, items)),
    }
  })
}

/** Prizes that enter the vault. Nuggets do not. */
function grantsOf({ operator, publication }: Plan, items: ReadonlyMap<number, CatalogueItem>) {
  const { currency } = operator
  return publication.prizes.flatMap(({ itemId, type, valueMinor }) => {
    if (type === 'nuggets') return []
    const item = present(items.get(itemId), 'a planned prize is an item')
    return [{ item, type, valueMinor, currency, boxName: publication.name }]
  })
}
