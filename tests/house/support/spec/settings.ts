import { settingsSchema } from '@coffer/contract/settings'
import { z } from 'zod'
import { table } from './table.ts'

type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
}

/** Name, default and bounds of every setting, as production has them. */
export function settingsTable(): string {
  const schema = z.toJSONSchema(settingsSchema({ production: true }), { io: 'input' }) as Schema
  return table(['Name', 'Default', 'Bounds'], rowsOf('', schema))
}

function rowsOf(name: string, schema: Schema): string[][] {
  if (schema.properties === undefined) return [[code(name), code(JSON.stringify(schema.default)), boundsOf(schema)]]
  return Object.entries(schema.properties).flatMap(([key, below]) =>
    rowsOf(name === '' ? key : `${name}.${key}`, below),
  )
}

function boundsOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(boundsOf).join(' or ')
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  if (schema.const === '') return 'empty'
  if (schema.type === 'array') return `${listOf(schema.maxItems)}: ${boundsOf(schema.items ?? {})}`
  if (schema.type === 'integer') return `${numeral(schema.minimum)}-${numeral(schema.maximum)}`
  if (schema.type === 'boolean') return 'true, false'
  if (schema.pattern !== undefined) return `text like ${code(schema.pattern)}`
  if (schema.maxLength !== undefined) return `text of at most ${schema.maxLength} characters`
  return schema.type === 'object' ? 'names and their values' : (schema.type ?? 'anything')
}

const code = (text: string) => `\`${text}\``

function listOf(most: number | undefined): string {
  return most === undefined ? 'a list' : `a list of at most ${most}`
}

function numeral(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en-US')
}
