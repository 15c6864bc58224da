import { addressHas } from '@coffer/contract/countries'
import { ADDRESS_CHARACTERS, PHONE_CHARACTERS, POSTAL_CODE_CHARACTERS } from '@coffer/contract/order-names'
import type { Address } from '@coffer/contract/shipping'
import { isPlain, lineOf } from '@coffer/contract/written'

type FieldRule = {
  /** Longest text, in characters. */
  readonly max: number
  readonly isNeeded: boolean
  /** Where the service looks for it, as its refusals name it. */
  readonly path: string
}

/** What is asked for, in the order of the form. The limits are the service's. */
export const FIELD_RULES = {
  name: { max: ADDRESS_CHARACTERS, isNeeded: true, path: 'address.name' },
  line1: { max: ADDRESS_CHARACTERS, isNeeded: true, path: 'address.line1' },
  line2: { max: ADDRESS_CHARACTERS, isNeeded: false, path: 'address.line2' },
  postalCode: { max: POSTAL_CODE_CHARACTERS, isNeeded: true, path: 'address.postalCode' },
  city: { max: ADDRESS_CHARACTERS, isNeeded: true, path: 'address.city' },
  region: { max: ADDRESS_CHARACTERS, isNeeded: true, path: 'address.region' },
  country: { max: 2, isNeeded: true, path: 'address.country' },
  phone: { max: PHONE_CHARACTERS, isNeeded: false, path: 'address.phone' },
  email: { max: 254, isNeeded: true, path: 'contact.email' },
  notes: { max: 500, isNeeded: false, path: 'notes' },
} as const satisfies Record<string, FieldRule>

export type Field = keyof typeof FIELD_RULES
export type Entry = Readonly<Record<Field, string>>
/** What is wrong with a field: nothing or something unusable stands in it, it is too long, or cannot be accepted as it is. */
export type Problem = 'bad' | 'long' | 'refused'
export type Problems = Readonly<Partial<Record<Field, Problem>>>

export const ADDRESS_FIELDS = [
  'name',
  'line1',
  'line2',
  'postalCode',
  'city',
  'region',
  'country',
  'phone',
] as const satisfies readonly Field[]
export const ORDER_FIELDS: readonly Field[] = [...ADDRESS_FIELDS, 'email', 'notes']

export const EMPTY_ENTRY = Object.fromEntries(ORDER_FIELDS.map((field) => [field, ''])) as Entry

/** What has to be mended before these fields are sent. */
export function problemsOf(entry: Entry, fields: readonly Field[]): Problems {
  return collect(fields, (field) => problemOf(field, entry))
}

/** True when the service takes no empty text in this field: some countries have no postal code or no region. */
export function isNeeded(field: Field, entry: Entry): boolean {
  return FIELD_RULES[field].isNeeded && hasField(field, entry)
}

/** The fields to be asked for: what the country does not have is left out, unless it is filled in. */
export function askedFields(fields: readonly Field[], entry: Entry): readonly Field[] {
  return fields.filter((field) => hasField(field, entry) || writtenIn(entry, field) !== '')
}

function hasField(field: Field, entry: Entry): boolean {
  return (field !== 'postalCode' && field !== 'region') || addressHas(countryIn(entry), field)
}

const countryIn = (entry: Entry) => writtenIn(entry, 'country').toUpperCase()

/** The problems after one field was written anew. */
export function mended(problems: Problems, entry: Entry, field: Field): Problems {
  const { [field]: _, ...others } = problems
  return { ...others, ...problemsOf(entry, [field]) }
}

/** What the service refused, by the field that it stands in. */
export function refusedFields(refused: Readonly<Record<string, unknown>>, fields: readonly Field[]): Problems {
  return collect(fields, (field) => (FIELD_RULES[field].path in refused ? 'refused' : null))
}

/** Characters as the service counts them. */
export const lengthOf = (text: string) => [...text].length

/** What is sent of a field. Only the note may have several lines. */
export function writtenIn(entry: Entry, field: Field): string {
  return field === 'notes' ? entry.notes.trim() : lineOf(entry[field])
}

export function addressOf(entry: Entry): Address {
  const text = (field: Field) => writtenIn(entry, field)
  return {
    name: text('name'),
    line1: text('line1'),
    line2: text('line2') || null,
    city: text('city'),
    region: text('region'),
    postalCode: text('postalCode'),
    country: countryIn(entry),
    phone: text('phone') || null,
  }
}

/** The entry with an address in it. */
export function withAddress(entry: Entry, address: Address): Entry {
  return { ...entry, ...address, line2: address.line2 ?? '', phone: address.phone ?? '' }
}

function problemOf(field: Field, entry: Entry): Problem | null {
  const text = writtenIn(entry, field)
  const { max } = FIELD_RULES[field]
  if (text === '') return isNeeded(field, entry) ? 'bad' : null
  if (lengthOf(text) > max) return 'long'
  if (field !== 'notes' && !isPlain(text)) return 'refused'
  if (field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return 'bad'
  if (field === 'country' && !/^[A-Za-z]{2}$/.test(text)) return 'bad'
  return null
}

function collect(fields: readonly Field[], find: (field: Field) => Problem | null): Problems {
  return Object.fromEntries(fields.map((field) => [field, find(field)]).filter(([, problem]) => problem !== null))
}
