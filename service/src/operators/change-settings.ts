import { DATA_VERSION } from '@coffer/contract/events'
import type { Settings } from '@coffer/contract/settings'
import { appendAudit } from '../audit/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import type { Operator } from './operator.ts'
import { mergeSettings, readSettings, type SettingsChange, type SettingsPatch, settingsChanges } from './settings.ts'
import { getOperator, lockSavedSettings, saveSettings } from './store.ts'

export type ChangeSettingsOptions = {
  actor: string
  /** Skips `guard`. */
  force?: boolean | undefined
  /** Refuses, by throwing, a change that higher floors know to be harmful now. Runs in the transaction of the change. */
  guard?: ((tx: Tx, operator: Operator, changes: readonly SettingsChange[]) => Promise<void>) | undefined
}

/**
 * Merges a document into the operator's settings. A change with an effect is saved, audited and told to the operator's endpoints;
 * one without leaves no trace. Throws a 422 that names each unknown setting and each bad value; nothing is saved then.
 */
export async function changeSettings(
  ctx: Context,
  operatorId: number,
  patch: SettingsPatch,
  options: ChangeSettingsOptions,
): Promise<{ settings: Settings; changes: SettingsChange[] }> {
  const at = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const saved = await lockSavedSettings(tx, operatorId)
    const operator = await getOperator(tx, operatorId)
    const document = mergeSettings(saved, patch)
    const settings = readSettings(document, operator.currency, { production: ctx.config.environment === 'production' })
    const changes = settingsChanges(operator.settings, settings)
    if (changes.length === 0) return { settings, changes }
    if (!options.force) await options.guard?.(tx, operator, changes)
    await saveSettings(tx, operatorId, { ...document, currencies: settings.currencies }, at)
    const entry = { actor: options.actor, action: 'settings.changed', details: { changes }, at }
    await announce(tx, operatorId, await appendAudit(tx, operatorId, entry), at)
    return { settings, changes }
  })
}

/** The audit entry's number is the event's: it rises with each change and is never used twice. */
async function announce(tx: Tx, operatorId: number, sequence: number, occurredAt: Date): Promise<void> {
  await enqueueEvent(tx, operatorId, {
    type: 'settings_changed',
    playerExternalId: null,
    idempotencyKey: `settings_changed:${sequence}`,
    payload: { dataVersion: DATA_VERSION, occurredAt: occurredAt.toISOString() },
    occurredAt,
  })
}
