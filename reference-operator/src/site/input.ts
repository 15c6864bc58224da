import type { Inputs } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { SiteError } from './http.ts'

export const DEFAULT_PLAYER = 'demo-player'
const MAX_PLAYER_CHARACTERS = 64
/** Ten billion of the smallest unit: more than any demo needs, far from the safe integers. */
const MAX_TOP_UP_MINOR = 10_000_000_000

type Address = Inputs['createOrder']['address']

/** What is wrong with one part of the input. */
export const invalid = (field: string, message: string) =>
  new SiteError(422, 'VALIDATION_FAILED', 'Some of the input is missing or malformed.', { [field]: [message] })

/** A player's name: 1 to 64 visible characters. */
export function playerOf(value: unknown, field = 'player'): string {
  if (value === undefined || value === null) return DEFAULT_PLAYER
  const name = typeof value === 'string' ? value.trim() : ''
  const isName = name !== '' && [...name].length <= MAX_PLAYER_CHARACTERS && name.isWellFormed() && !/\p{C}/u.test(name)
  if (!isName) throw invalid(field, 'must be 1 to 64 visible characters')
  return name
}

export function currencyOf(casino: Casino, value: unknown): string {
  if (value === undefined || value === null) return casino.currency
  if (typeof value === 'string' && casino.currencies.includes(value)) return value
  throw invalid('currency', `must be one of ${casino.currencies.join(', ')}`)
}

export function boxIdOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw invalid('boxId', 'must be the id of a box')
}

/** Boxes when it is left out. */
export function gameKeyOf(value: unknown): 'mystery_box' | 'upgrader' {
  if (value === undefined || value === null) return 'mystery_box'
  if (value === 'mystery_box' || value === 'upgrader') return value
  throw invalid('gameKey', 'must be mystery_box or upgrader')
}

export function fundingOf(value: unknown): 'player' | 'operator' | undefined {
  if (value === undefined || value === null) return undefined
  if (value === 'player' || value === 'operator') return value
  throw invalid('funding', 'must be player or operator')
}

export function amountOf(value: unknown): number {
  const isAmount = typeof value === 'number' && Number.isSafeInteger(value)
  if (isAmount && value >= 1 && value <= MAX_TOP_UP_MINOR) return value
  throw invalid('amountMinor', `must be an integer from 1 to ${MAX_TOP_UP_MINOR}`)
}

export function flagOf(field: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw invalid(field, 'must be true or false')
}

/** Whether whoever looks asked for what is personal too. */
export function showsPersonal(url: URL): boolean {
  return url.searchParams.get('personal') === 'show'
}

/** An id of a list of this site, as text of an address. */
export function idOf(field: string, value: string | null): number {
  if (value !== null && /^\d{1,15}$/.test(value)) return Number(value)
  throw invalid(field, 'must be an id')
}

/** An id in a body. */
export function idNumberOf(field: string, value: unknown): number {
  return countOf(field, value, 1, Number.MAX_SAFE_INTEGER)
}

export function countOf(field: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value
  throw invalid(field, `must be an integer from ${least} to ${most}`)
}

/** An id that is a text of its own. */
export function textIdOf(field: string, value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9._-]{1,80}$/.test(value)) return value
  throw invalid(field, 'must be an id')
}

const MAX_ITEMS = 50
const ADDRESS_FIELDS = ['name', 'line1', 'line2', 'city', 'region', 'postalCode', 'country', 'phone'] as const

/** Ids of things, as many as one call may name. */
export function idsOf(field: string, value: unknown): number[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ITEMS) {
    throw invalid(field, `must be 1 to ${MAX_ITEMS} ids`)
  }
  return value.map((id) => idNumberOf(field, id))
}

/** An address as it was written. What must not be empty in its country, and what is too long, Coffer says. */
export function addressOf(field: string, value: unknown): Address {
  const given = objectOf(field, value)
  const lines = ADDRESS_FIELDS.map((name) => [name, writtenOf(`${field}.${name}`, given[name]) ?? ''])
  return Object.fromEntries(lines) as Address
}

export function contactOf(field: string, value: unknown): { email: string } {
  const { email } = objectOf(field, value)
  return { email: writtenOf(`${field}.email`, email) ?? '' }
}

/** A text that has to be there. */
export function textOf(field: string, value: unknown): string {
  const text = writtenOf(field, value)
  if (text === undefined) throw invalid(field, 'must not be empty')
  return text
}

/** A note for whoever delivers; undefined when there is none. */
export function noteOf(field: string, value: unknown): string | undefined {
  return writtenOf(field, value)
}

function objectOf(field: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalid(field, 'must be an object')
}

/** A text without the blanks around it; undefined when nothing was written. */
function writtenOf(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(field, 'must be a text')
  return value.trim() || undefined
}
