import { DATA_VERSION } from '@coffer/contract/events'
import type { Settings } from '@coffer/contract/settings'
import { type Actor, type AuditEntry, appendAudit } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import { type Context, savedUrlFault, type Tx, urlFault } from '../platform/index.ts'
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
  actor: Actor
  /** The version that the change is based on; not compared when omitted. */
  version?: number | undefined
  /** Whether a new wallet URL may lead to a private host that the deployment allows; true when omitted. */
  mayBePrivate?: boolean | undefined
  /** Skips `guard`. The audit entry of a new wallet URL records it. */
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
 * one without leaves no trace. Throws SETTINGS_CHANGED for an outdated version, and a 422 that names each unknown setting and each bad value; nothing is saved then.
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
    const { version = operator.version, mayBePrivate = true, force = false } = options
    if (version !== operator.version) throw new Refusal('SETTINGS_CHANGED')
    const document = mergeSettings(saved, patch)
    const settings = readSettings(document, operator.currency, { production: ctx.config.environment === 'production' })
    refuseEndedCurrencies(document, operator.settings.currencies)
    const changes = settingsChanges(operator.settings, settings)
    if (changes.length === 0) return { settings, changes }
    const hasNewUrl = changes.some(({ path }) => path === 'wallet.url')
    if (hasNewUrl) refuseBadWallet(ctx, settings.wallet.url, mayBePrivate)
    if (!force) await options.guard?.(tx, operator, changes)
    await saveSettings(tx, operatorId, {
      document: { ...document, currencies: settings.currencies },
      walletMayBePrivate: hasNewUrl ? mayBePrivate : operator.walletMayBePrivate,
      at,
    })
    const following = await follow(tx, { ...operator, settings }, changes, at)
    const details = { changes, ...(force && hasNewUrl && { isForced: true }) }
    const entry = { actor: options.actor, action: 'settings.changed' as const, details, at }
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

/** Checks a wallet URL before it is saved, as each call does. An empty URL passes. Throws a 422. */
export function refuseBadWallet({ config }: Pick<Context, 'config'>, url: string, mayBePrivate = true): void {
  if (url === '') return
  const fault = mayBePrivate ? savedUrlFault(url, config) : urlFault(url, { ...config, allowedPrivateHosts: [] })
  if (fault !== null) throw invalidField('wallet.url', `is refused: ${fault}`)
}
