import type { Settings } from '@coffer/contract/settings'
import {
  type ChangeSettingsOptions,
  changeSettings,
  type SettingsChange,
  type SettingsPatch,
} from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { lockCatalogue } from './box-store.ts'
import { alertStaff, auditOf, type ProfitChange } from './profit-change.ts'
import { reviewAndAnnounce } from './review-boxes.ts'

/** Settings that decide what a box gives at current values, and whether it stays on sale for that. */
const WEIGHTY = ['cashback.percentBps', 'collectibles.creditedRiseBps', 'catalog.pauseUnprofitable']

/**
 * The way to change an operator's settings: `changeSettings` of the operators, and in the same transaction every box is weighed anew
 * when the change touches what it gives.
 */
export async function changeOperatorSettings(
  ctx: Context,
  operatorId: number,
  patch: SettingsPatch,
  options: ChangeSettingsOptions,
): Promise<{ settings: Settings; changes: SettingsChange[] }> {
  let profitChanges: ProfitChange[] = []
  const changed = await changeSettings(ctx, operatorId, patch, options, async (tx, operator, changes, now) => {
    profitChanges = []
    if (!changes.some(({ path }) => WEIGHTY.includes(path))) return []
    await lockCatalogue(tx, operatorId)
    profitChanges = await reviewAndAnnounce({ ctx, tx, operator, baseUrl: ctx.config.baseUrl, now }, null)
    return auditOf(profitChanges, now)
  })
  alertStaff(ctx, operatorId, profitChanges)
  return changed
}
