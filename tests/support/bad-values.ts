import { type ZodType, z } from 'zod'

/** As much of JSON Schema as the contract uses. */
type Schema = {
  type?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

/** One wrong value: where the refusal must point, and what is sent. `undefined` leaves the field out. */
export type BadValue = { path: string; value: unknown }

const UNSTORABLE = ['a\u0000b', '\ud800', 'a\udc00b']
const NO_INTEGERS = ['1', '', 1.5, 2 ** 53, 1e300, true, null, [], {}]
const TIMES = [
  '',
  'x',
  '2026-01-01',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00',
  '1700000000',
]
/** Rules that a schema does not show, by the field's name. */
const BY_NAME: Readonly<Record<string, string[]>> = {
  currency: ['EU', 'EURO', 'EU1', '€€€'],
  roundPublicId: [''],
  validFrom: TIMES,
  validUntil: TIMES,
  coolOffUntil: TIMES,
  extId: ['', 'a b', 'a/b', 'a\u0000', 'é'],
  clientSeed: ['a:b', 'é', 'a\tb', 'a\u007fb'],
  country: ['E', '12', 'É1', 'e-'],
  email: ['ann', 'ann@', '@b', 'a b@c.example', 'a@b@c.example'],
  returnOrigin: ['null', 'casino.example', 'https://casino.example/', 'ftp://casino.example'],
  returnUrl: [
    ...['casino', '//casino.example', 'javascript:alert(1)', 'data:text/html,x', 'ftp://casino.example'],
    ...['https://casino.example@other.example/', 'https://me:secret@casino.example/', 'https:casino.example'],
    ...['https:\\\\casino.example\\', 'https://other.example\\@casino.example/', 'https://casino.example/\ta'],
  ],
}
const FIFTY_ONE = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
const TEXT_BY_NAME: Readonly<Record<string, string[]>> = {
  ...BY_NAME,
  limit: ['0', '201', '9999', '10000', 'x', '', '-1', '1.5', '1e1', ' 1', '0x10'],
  cursor: ['', 'x', '{}', 'W10', 'eyJhIjoxfQ', Buffer.from('["next",null,1,"x"]').toString('base64url')],
  ids: ['', 'x', '0', '-1', '1.5', '1,', ',1', '1,,2', '1,x', '1 2'],
  sort: ['', 'nope', 'meta.nope', '--name'],
  playerExternalId: [''],
  boxId: ['0', '-1', '1.5', 'x', '01', '9007199254740992', '99999999999999999999', '1%00', '%00', '+1'],
  boxVersionId: ['0', '-1', '1.5', 'x', '9007199254740992', '1%00'],
  id: ['0', '-1', '1.5', 'x', '9007199254740992', '1%00'],
  wagerMinor: ['-1', '1.5', 'x', '', ' 1', '1e3', '0x10', '9007199254740992', '12345678901234567'],
  chanceBps: ['-1', '50.5', 'x', '', '5e3', '9007199254740992'],
  stakeItemIds: ['', 'x', '0', '-1', '1.5', '1,', ',1', '1,x', '1,1', '01', '9007199254740992', FIFTY_ONE],
  publicId: ['%00', 'x'.repeat(201)],
  extId: ['%00', '%20', 'a:b', 'x'.repeat(81)],
  from: TIMES,
  to: TIMES,
}

export function jsonSchemaOf(schema: ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** The names of a query's parameters that take one value each; the others are lists. */
export function singleParametersOf(schema: ZodType): string[] {
  const properties = Object.entries(jsonSchemaOf(schema).properties ?? {})
  return properties.filter(([, field]) => field.anyOf === undefined).map(([name]) => name)
}

/** Everything that a body's fields must not be, found in its schema. */
export function badFields(schema: ZodType): BadValue[] {
  return fieldsOf(jsonSchemaOf(schema), '')
}

function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): BadValue[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name
    const values = [...badValues(field), ...(BY_NAME[name] ?? [])].map((value) => ({ path, value }))
    const missing: BadValue[] = required.includes(name) ? [{ path, value: undefined }] : []
    if (field.type === 'array') missing.push({ path: `${path}.0`, value: null })
    const inside = field.type === 'array' ? (field.items ?? {}) : field
    return [...missing, ...values, ...fieldsOf(inside, field.type === 'array' ? `${path}.0.` : `${path}.`)]
  })
}

/** Of a field that takes null too, everything but null. */
function badValues(field: Schema): unknown[] {
  const [only, none] = [...(field.anyOf ?? [])].sort((one) => (one.type === 'null' ? 1 : -1))
  if (only && none?.type === 'null') return badValues(only).filter((value) => value !== null)
  if (field.enum) return ['', 'nope', String(field.enum[0]).toUpperCase(), 1, null, [field.enum[0]]]
  const { minLength = 0, maxLength, minimum = -1, maximum, minItems = 0, maxItems } = field
  switch (field.type) {
    case 'string':
      if ((maxLength ?? field.pattern) === undefined) throw new Error('a text of the contract has its longest length')
      return [1, true, null, [], {}, ...UNSTORABLE, 'x'.repeat((maxLength ?? 200) + 1), ...(minLength > 0 ? [''] : [])]
    case 'integer':
      return [
        ...NO_INTEGERS,
        ...(minimum < -1 ? [] : [-1]),
        minimum - 1,
        ...(maximum && maximum < 2 ** 53 - 1 ? [maximum + 1] : []),
      ]
    case 'boolean':
      return ['true', 1, 0, null, {}]
    case 'array':
      return ['x', 1, null, {}, ...(minItems > 0 ? [[]] : []), new Array((maxItems ?? 1e4) + 1).fill({})]
    case 'object':
      return ['x', 1, null, []]
    default:
      throw new Error(`a field of the contract has a type: ${JSON.stringify(field)}`)
  }
}

/** Everything that a query's or a path's parameters must not be, as they stand in the address. */
export function badTexts(schema: ZodType, place: 'query' | 'params'): BadValue[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema)
  return Object.entries(properties).flatMap(([name, field]) => {
    const ruled = (TEXT_BY_NAME[name] ?? []).map((value) => (place === 'query' ? encodeURIComponent(value) : value))
    if (place === 'params') return ruled.map((value) => ({ path: name, value }))
    const tooLong = field.maxLength === undefined ? [] : ['x'.repeat(field.maxLength + 1)]
    const values = [...ruled, ...tooLong, 'a%00b', '%ED%A0%80', '%ff', '%']
    const missing = required.includes(name) ? [{ path: name, value: undefined }] : []
    return [...missing, ...values.map((value) => ({ path: name, value }))]
  })
}

/** A copy of a body with one value put at a path; the parts on the way are made when they are not there. */
export function withValue(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let place = copy
  for (const step of steps) {
    place[step] ??= {}
    place = place[step] as Record<string, unknown>
  }
  place[last] = value
  return copy
}
