import { FAULT_TABLE, type FaultOptions, faultNamed, isFaultName } from '../wallet/fault-table.ts'
import type { FaultRule } from '../wallet/rules.ts'
import type { WalletKind } from '../wallet/weather.ts'
import { flagOf, invalid, playerOf } from './input.ts'

const MAX_RULES = 100
const MAX_TIMES = 1_000_000
const MAX_WAIT_MS = 600_000
const CALL_TYPES = ['wallet.debit', 'wallet.credit', 'wallet.balance'] as const
const CACHES = ['accepted-only', 'all'] as const

type Fields = Record<string, unknown>
/** Reads one value; `field` is its name in an error. Throws SiteError 422 for a value that cannot be used. */
type Read<T> = (value: unknown, field: string) => T

/** The rules of a body, each for this casino only. Throws SiteError 422 that names what is wrong, like all below. */
export function rulesOf(slug: string, value: unknown): FaultRule[] {
  if (!Array.isArray(value) || value.length > MAX_RULES) {
    throw invalid('rules', `must be a list of at most ${MAX_RULES} rules`)
  }
  return value.map((rule, index) => ruleOf(slug, fieldsOf(rule, `rules[${index}]`), `rules[${index}].`))
}

/** One rule. `prefix` stands before the names of its fields in an error. */
export function ruleOf(slug: string, input: Fields, prefix = ''): FaultRule {
  const { fault } = input
  if (!isFaultName(fault)) throw invalid(`${prefix}fault`, 'must be the name of a fault')
  const choices = Object.keys(FAULT_TABLE[fault].options)
  refuseUnknown(input, ['fault', 'when', 'times', ...choices], prefix)
  const options: FaultOptions = {
    ...part(input, 'waitMs', prefix, numberOf(0, MAX_WAIT_MS)),
    ...part(input, 'errorCode', prefix, textOf(64)),
  }
  const { when = {} } = part(input, 'when', prefix, whenOf)
  const times = part(input, 'times', prefix, numberOf(1, MAX_TIMES))
  return { when: { operator: slug, ...when }, ...times, fault: faultNamed(fault, options) }
}

/** What of a wallet's kind the fields choose. */
export function kindOf(input: Fields): Partial<WalletKind> {
  refuseUnknown(input, ['cache', 'atomic'], '')
  const atomic: Read<boolean> = (value, field) => flagOf(field, value)
  return { ...part(input, 'cache', '', oneOf(CACHES)), ...part(input, 'atomic', '', atomic) }
}

const whenOf: Read<NonNullable<FaultRule['when']>> = (value, field) => {
  const calls = fieldsOf(value, field)
  const prefix = `${field}.`
  refuseUnknown(calls, ['player', 'type', 'idempotencyKey'], prefix)
  return {
    ...part(calls, 'player', prefix, playerOf),
    ...part(calls, 'type', prefix, oneOf(CALL_TYPES)),
    ...part(calls, 'idempotencyKey', prefix, textOf(200)),
  }
}

function fieldsOf(value: unknown, field: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw invalid(field, 'must be an object')
}

/** A field under its name, or nothing when it is left out or null. */
function part<K extends string, T>(fields: Fields, name: K, prefix: string, read: Read<T>): { [P in K]?: T } {
  const value = fields[name] ?? undefined
  return value === undefined ? {} : ({ [name]: read(value, prefix + name) } as { [P in K]?: T })
}

function refuseUnknown(fields: Fields, known: readonly string[], prefix: string): void {
  const stranger = Object.keys(fields).find((name) => !known.includes(name))
  if (stranger !== undefined) throw invalid(prefix + stranger, `is not known here; known are ${known.join(', ')}`)
}

function numberOf(least: number, most: number): Read<number> {
  return (value, field) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
    throw invalid(field, `must be an integer from ${least} to ${most}`)
  }
}

function textOf(most: number): Read<string> {
  return (value, field) => {
    if (typeof value === 'string' && value !== '' && value.length <= most && value.isWellFormed()) return value
    throw invalid(field, `must be a text of 1 to ${most} characters`)
  }
}

function oneOf<T extends string>(known: readonly T[]): Read<T> {
  return (value, field) => {
    const found = known.find((one) => one === value)
    if (found === undefined) throw invalid(field, `must be one of ${known.join(', ')}`)
    return found
  }
}
