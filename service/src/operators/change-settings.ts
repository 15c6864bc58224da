import { DATA_VERSION } from '@coffer/contract/events'
import type { Settings } from '@coffer/contract/settings'
import { type AuditEntry, appendAudit } from '../audit/index.ts'
import { invalidField } from '../kernel/index.ts'
import { type Context, savedUrlFault, type Tx } from '../platform/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import type { Operator } from './operator.ts'
import {
  mergeSettings,
  readSettings,
  refuseEndedCurrencies,
  type SettingsChange,
  type SettingsPatch,
  settingsChanges,
} from './settings.ts'
import { getOperator, lockSavedSettings, saveSettings } from './store.ts'

export type ChangeSettingsOptions = {
  actor: string
  /** Skips `guard`. */
  force?: boolean | undefined
  /** Refuses, by throwing, a change that higher floors know to be harmful now. Runs in the transaction of the change. */
  guard?: ((tx: Tx, operator: Operator, changes: readonly SettingsChange[]) => Promise<void>) | undefined
}

/**
 * What higher floors do about a change, in its transaction, for an operator with its new settings. The entries that it answers follow
 * the change's own in the audit log.
 */
type FollowSettings = (
  tx: Tx,
  operator: Operator,
  changes: readonly SettingsChange[],
  at: Date,
) => Promise<AuditEntry[]>

/**
 * Merges a document into the operator's settings. A change with an effect is saved and audited, and has an event;
 * one without leaves no trace. Throws a 422 that names each unknown setting and each bad value; nothing is saved then.
 */
export async function changeSettings(
  ctx: Context,
  operatorId: number,
  patch: SettingsPatch,
  options: ChangeSettingsOptions,
  follow: FollowSettings,
): Promise<{ settings: Settings; changes: SettingsChange[] }> {
  const at = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const saved = await lockSavedSettings(tx, operatorId)
    const operator = await getOperator(tx, operatorId)
    const document = mergeSettings(saved, patch)
    const settings = readSettings(document, operator.currency, { production: ctx.config.environment === 'production' })
    refuseEndedCurrencies(document, operator.settings.currencies)
    const changes = settingsChanges(operator.settings, settings)
    if (changes.length === 0) return { settings, changes }
    if (changes.some(({ path }) => path === 'wallet.url')) refuseBadWallet(ctx, settings.wallet.url)
    if (!options.force) await options.guard?.(tx, operator, changes)
    await saveSettings(tx, operatorId, { ...document, currencies: settings.currencies }, at)
    const following = await follow(tx, { ...operator, settings }, changes, at)
    const entry = { actor: options.actor, action: 'settings.changed' as const, details: { changes }, at }
    await recordSettingsChange(ctx, tx, operatorId, entry)
    for (const one of following) await appendAudit(ctx, tx, operatorId, one)
    return { settings, changes }
  })
}

/**
 * Audits a change of settings and emits the event of it. The audit entry's number is the event's: it
 * rises with each change and is never used twice.
 */
export async function recordSettingsChange(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  operatorId: number,
  entry: AuditEntry,
): Promise<void> {
  const sequence = await appendAudit(ctx, tx, operatorId, entry)
  enqueueEvent(tx, operatorId, {
    type: 'settings_changed',
    playerExternalId: null,
    idempotencyKey: `settings_changed:${sequence}`,
    payload: { dataVersion: DATA_VERSION, occurredAt: entry.at.toISOString() },
    occurredAt: entry.at,
  })
}

/** A wallet's address is judged when it is saved by what judges it before each call. Throws a 422. None is no fault. */
export function refuseBadWallet({ config }: Pick<Context, 'config'>, url: string): void {
  const fault = url === '' ? null : savedUrlFault(url, config)
  if (fault !== null) throw invalidField('wallet.url', `is refused: ${fault}`)
}
