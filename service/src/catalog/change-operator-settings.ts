import type { Settings } from '@coffer/contract/settings'
import {
  type ChangeSettingsOptions,
  changeSettings,
  type SettingsChange,
  type SettingsPatch,
} from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { lockCatalogue } from './box-store.ts'
import { reviewAndAnnounce } from './review-boxes.ts'
import { alertStaff, auditOf, type Turn } from './turn.ts'

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
  let turns: Turn[] = []
  const changed = await changeSettings(ctx, operatorId, patch, options, async (tx, operator, changes, now) => {
    turns = []
    if (!changes.some(({ path }) => WEIGHTY.includes(path))) return []
    await lockCatalogue(tx, operatorId)
    turns = await reviewAndAnnounce({ ctx, tx, operator, baseUrl: ctx.config.baseUrl, now }, null)
    return auditOf(turns, now)
  })
  alertStaff(ctx, operatorId, turns)
  return changed
}
