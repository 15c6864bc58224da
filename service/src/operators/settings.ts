import { isDeepStrictEqual } from 'node:util'
import { isCurrency, isLiveCurrency } from '@coffer/contract/currencies'
import { type Settings, type SettingsBounds, settingsSchema } from '@coffer/contract/settings'
import { invalidField, messagesByPath, Refusal } from '../kernel/index.ts'

/** A nested document of settings; dotted names at the top level stand for the nested ones. */
export type SettingsPatch = Record<string, unknown>

/**
 * Reads a document of settings and completes it with the defaults and the operator's own currency.
 * Throws a 422 that names each unknown setting and each bad value by its path.
 */
export function readSettings(document: SettingsPatch, currency: string, bounds: SettingsBounds): Settings {
  const schema = settingsSchema(bounds)
  const read = schema.safeParse(document)
  if (!read.success) throw new Refusal('VALIDATION_FAILED', { fields: faultsOf(schema, document, read.error.issues) })
  return { ...read.data, currencies: [...new Set([currency, ...read.data.currencies])] }
}

/** Throws a 422 that names each currency of a document that has ended, unless it was chosen `before` that. */
export function refuseEndedCurrencies(document: SettingsPatch, before: readonly string[]): void {
  const codes = Array.isArray(document.currencies) ? document.currencies.map(String) : []
  const faults = codes.flatMap((code, index) =>
    isLiveCurrency(code) || before.includes(code) ? [] : [[`currencies.${index}`, ENDED_CURRENCY] as const],
  )
  if (faults.length > 0) throw new Refusal('VALIDATION_FAILED', { fields: messagesByPath(faults) })
}

export const ENDED_CURRENCY = 'is a currency that has ended; choose the one that took its place'

/** Throws a 422 for what cannot become an operator's own currency: no currency, and one that has ended. */
export function refuseBadCurrency(currency: string): void {
  if (!isCurrency(currency)) throw invalidField('currency', 'must be an ISO 4217 code in capital letters')
  if (!isLiveCurrency(currency)) throw invalidField('currency', ENDED_CURRENCY)
}

/** Settings that contradict each other are looked at only where each is good by itself: once more, without those that are not. */
function faultsOf(
  schema: ReturnType<typeof settingsSchema>,
  document: SettingsPatch,
  issues: readonly Issue[],
): Record<string, string[]> {
  const sound = structuredClone(document)
  for (const { path, keys } of issues) {
    for (const one of keys?.map((key) => [...path, key]) ?? [path]) removeAt(sound, one.map(String))
  }
  const fields = fieldsOf(issues)
  return { ...fieldsOf(schema.safeParse(sound).error?.issues ?? []), ...fields }
}

function removeAt(section: SettingsPatch, [name = '', ...rest]: readonly string[]): void {
  const inner = section[name]
  if (rest.length === 0 || !isSection(inner)) delete section[name]
  else removeAt(inner, rest)
}

type Issue = { code?: string | undefined; path: PropertyKey[]; message: string; keys?: string[] | undefined }

function fieldsOf(issues: readonly Issue[]): Record<string, string[]> {
  const named = (path: PropertyKey[], message: string) => [path.map(String).join('.'), message] as const
  const faults = issues.flatMap((issue) => [
    ...(issue.code === 'unrecognized_keys' ? [] : [named(issue.path, issue.message)]),
    ...(issue.keys ?? []).map((key) => named([...issue.path, key], 'is not a setting')),
  ])
  return messagesByPath(faults)
}

/** The document with a patch laid over it, section by section; lists and single values are replaced whole. */
export function mergeSettings(document: SettingsPatch, patch: SettingsPatch): SettingsPatch {
  return Object.entries(patch).reduce(
    (merged, [name, value]) => setAt(merged, name.split('.'), value),
    structuredClone(document),
  )
}

/** Sections are merged, and `theme.tokens` is not one: it is a value that is replaced whole. */
const VALUES = new Set(['theme.tokens'])

function setAt(section: SettingsPatch, [name, ...rest]: string[], value: unknown, above = ''): SettingsPatch {
  if (name === undefined || name === '__proto__') throw invalidName(`${above}${name}`)
  const path = `${above}${name}`
  const inner = section[name]
  const setDeeper = (into: SettingsPatch, [key, deeper]: [string, unknown]) => setAt(into, [key], deeper, `${path}.`)
  if (rest.length > 0) return { ...section, [name]: setAt(isSection(inner) ? inner : {}, rest, value, `${path}.`) }
  if (VALUES.has(path) && isSection(value) && Object.hasOwn(value, '__proto__')) throw invalidName(`${path}.__proto__`)
  if (!isSection(value) || VALUES.has(path)) return { ...section, [name]: value }
  return { ...section, [name]: Object.entries(value).reduce(setDeeper, isSection(inner) ? inner : {}) }
}

function invalidName(path: string): Refusal {
  return new Refusal('VALIDATION_FAILED', { fields: { [path]: ['is not a setting'] } })
}

function isSection(value: unknown): value is SettingsPatch {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type SettingsChange = { path: string; from: unknown; to: unknown }

/** Each setting that differs, by its path. */
export function settingsChanges(before: Settings, after: Settings): SettingsChange[] {
  const [old, now] = [flatten(before), flatten(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => !isDeepStrictEqual(old.get(path), now.get(path)))
    .map((path) => ({ path, from: old.get(path) ?? null, to: now.get(path) ?? null }))
}

export type SettingInForce = { path: string; value: unknown; byDefault: unknown; isOwn: boolean }

/** Every setting of an operator by its path, beside what it would be had nobody set it. */
export function settingsInForce(operator: { currency: string; settings: Settings }): SettingInForce[] {
  const defaults = flatten(readSettings({}, operator.currency, { production: false }))
  return [...flatten(operator.settings)].map(([path, value]) => {
    const byDefault = defaults.get(path) ?? null
    return { path, value, byDefault, isOwn: !isDeepStrictEqual(value, byDefault) }
  })
}

function flatten(settings: object, above = ''): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
      const path = `${above}${name}`
      return isSection(value) && !VALUES.has(path) ? [...flatten(value, `${path}.`)] : [[path, value]]
    }),
  )
}
