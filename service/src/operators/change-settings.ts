import { DATA_VERSION } from '@coffer/contract/events'
import type { Settings } from '@coffer/contract/settings'
import { type Actor, type AuditEntry, appendAudit } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import { type Context, isLockTimeout, savedUrlFault, type Tx, urlFault } from '../platform/index.ts'
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
import { getOperator, lockSavedSettings, lockWalletUrl, saveSettings } from './store.ts'

export type ChangeSettingsOptions = {
  actor: Actor
  /** The version that the change is based on; not compared when omitted. */
  version?: number | undefined
  /** Whether a new wallet URL may lead to a private host that the deployment allows; true when omitted. */
  mayBePrivate?: boolean | undefined
  /** Allows a new wallet URL while wallet operations are undecided. The audit entry records it when there were any. */
  force?: boolean | undefined
}

/** Callbacks of higher layers. They run in the transaction of the change. */
type HigherLayers = {
  /** Counts the operator's undecided wallet operations. */
  countUndecided(tx: Tx, operatorId: number): Promise<number>
  follow: FollowSettings
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
 * one without leaves no trace. Throws SETTINGS_CHANGED for an outdated version, WALLET_OPERATIONS_UNDECIDED for a new wallet URL while
 * operations are undecided, SERVICE_UNAVAILABLE when it waits too long for those that begin, and a 422 that names each unknown setting and
 * each bad value; nothing is saved then.
 */
export async function changeSettings(
  ctx: Context,
  operatorId: number,
  patch: SettingsPatch,
  options: ChangeSettingsOptions,
  { countUndecided, follow }: HigherLayers,
): Promise<{ settings: Settings; changes: SettingsChange[] }> {
  const at = ctx.clock.now()
  const change = ctx.tx(operatorId, async (tx) => {
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
    await saveSettings(tx, operatorId, {
      document: { ...document, currencies: settings.currencies },
      walletMayBePrivate: hasNewUrl ? mayBePrivate : operator.walletMayBePrivate,
      at,
    })
    const following = await follow(tx, { ...operator, settings }, changes, at)
    // As late as possible: operations wait for it, and an import may hold the catalogue, which `follow` locks, for minutes.
    if (hasNewUrl) await lockWalletUrl(tx, operatorId, ctx.limits.walletUrlLockMs)
    // Under the lock: no operation begins with the old URL after it is counted.
    const undecidedCount = hasNewUrl ? await countUndecided(tx, operatorId) : 0
    if (undecidedCount > 0 && !force) throw walletUndecided(undecidedCount)
    const details = { changes, ...(undecidedCount > 0 && { isForced: true, undecidedCount }) }
    const entry = { actor: options.actor, action: 'settings.changed' as const, details, at }
    await recordSettingsChange(ctx, tx, operatorId, entry)
    for (const one of following) await appendAudit(ctx, tx, operatorId, one)
    return { settings, changes }
  })
  return change.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: ctx.limits.undecidedRetrySeconds })
  })
}

/** The refusal of a new wallet URL: each operation must end at the wallet where it began. */
function walletUndecided(count: number): Refusal {
  const message = `cannot change while wallet operations are undecided (${count})`
  return new Refusal('WALLET_OPERATIONS_UNDECIDED', { fields: { 'wallet.url': [message] } })
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
