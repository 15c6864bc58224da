import { formatRate } from '@coffer/contract/rates'
import type { Context, Tx } from '../platform/index.ts'
import { recordSettingsChange } from './change-settings.ts'
import { type Conversion, convertedSettings } from './conversion.ts'
import type { Operator } from './operator.ts'
import { mergeSettings, readSettings, type SettingsChange, type SettingsPatch, settingsChanges } from './settings.ts'
import { getOperator, lockSavedSettings, saveCurrency } from './store.ts'

/** An operator that nobody else changes until the transaction ends. */
export type LockedOperator = { operator: Operator; saved: SettingsPatch }

export async function lockOperator(tx: Tx, operatorId: number): Promise<LockedOperator> {
  const saved = await lockSavedSettings(tx, operatorId)
  return { operator: await getOperator(tx, operatorId), saved }
}

/** An operator as it is in another currency, before it is saved. */
export type ConvertedOperator = { operator: Operator; document: SettingsPatch; changes: SettingsChange[] }

/** Throws a 422 that names a setting that the other currency cannot hold. */
export function convertOperatorSettings(
  ctx: Context,
  { operator, saved }: LockedOperator,
  conversion: Conversion,
): ConvertedOperator {
  const document = mergeSettings(saved, convertedSettings(operator.settings, conversion))
  const settings = readSettings(document, conversion.to, { production: ctx.config.environment === 'production' })
  return {
    operator: { ...operator, currency: conversion.to, settings },
    document: { ...document, currencies: settings.currencies },
    changes: settingsChanges(operator.settings, settings),
  }
}

/**
 * Saves a converted operator, audits it with what else was converted, and emits the event of it. To be called last in a
 * transaction, as every entry of the audit log.
 */
export async function saveConversion(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  { operator, document, changes }: ConvertedOperator,
  { from, to, rate }: Conversion,
  { actor, at, details }: { actor: string; at: Date; details: object },
): Promise<void> {
  await saveCurrency(tx, operator.operatorId, { currency: to, document, at })
  await recordSettingsChange(ctx, tx, operator.operatorId, {
    actor,
    action: 'operator.converted',
    details: { from, to, rate: formatRate(rate), changes, ...details },
    at,
  })
}
