import type { Settings } from '@coffer/contract/settings'
import {
  type ChangeSettingsOptions,
  changeSettings,
  type SettingsChange,
  type SettingsPatch,
} from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { countUndecided } from '../wallet/index.ts'
import { lockCatalogue } from './box-store.ts'
import { alertStaff, auditOf, type ProfitChange } from './profit-change.ts'
import { reviewAndAnnounce } from './review-boxes.ts'

/** Settings that decide what a box gives at current values, and whether it stays on sale for that. */
const WEIGHTY = ['cashback.percentBps', 'collectibles.creditedRiseBps', 'catalog.pauseUnprofitable']

/**
 * Changes an operator's settings with `changeSettings`, which counts undecided wallet operations. Reviews every box in the same transaction
 * when the change affects what boxes return.
 */
export async function changeOperatorSettings(
  ctx: Context,
  operatorId: number,
  patch: SettingsPatch,
  options: ChangeSettingsOptions,
): Promise<{ settings: Settings; changes: SettingsChange[] }> {
  let profitChanges: ProfitChange[] = []
  const changed = await changeSettings(ctx, operatorId, patch, options, {
    countUndecided,
    follow: async (tx, operator, changes, now) => {
      profitChanges = []
      if (!changes.some(({ path }) => WEIGHTY.includes(path))) return []
      await lockCatalogue(tx, operatorId)
      profitChanges = await reviewAndAnnounce({ ctx, tx, operator, baseUrl: ctx.config.baseUrl, now }, null)
      return auditOf(profitChanges, now)
    },
  })
  alertStaff(ctx, operatorId, profitChanges)
  return changed
}
