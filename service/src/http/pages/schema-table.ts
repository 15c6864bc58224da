import type { JsonSchema } from '../openapi/index.ts'
import { type Html, html } from './html.ts'

type Row = { path: string; kind: string; rules: string; required: boolean }

/** The fields of a body as a table: one row each, named by its path. `present` says of a field that is no option. */
export function schemaTable(schema: JsonSchema, present: 'required' | 'always'): Html {
  const rows = rowsOf(schema, '', true).map(
    ({ path, kind, rules, required }) => html`<tr><td><code>${path || 'body'}</code></td><td>${kind}</td>
<td>${required ? present : 'optional'}</td><td class="muted">${rules}</td></tr>`,
  )
  return html`<div class="scroll"><table><tbody>${rows}</tbody></table></div>`
}

/** The bounds of one value in a few words. */
export function rulesOf(schema: JsonSchema): string {
  const { enum: values, const: only, minLength, maxLength, minimum, maximum, pattern, description, maxItems } = schema
  const bounds = minimum === undefined ? (maximum === undefined ? '' : `≤ ${maximum}`) : `≥ ${minimum}`
  return [
    Array.isArray(values) ? values.join(' | ') : '',
    only === undefined ? '' : JSON.stringify(only),
    minimum !== undefined && maximum !== undefined ? `${minimum}-${maximum}` : bounds,
    maxLength === undefined ? '' : `${minLength ?? 0}-${maxLength} characters`,
    maxItems === undefined ? '' : `${schema.minItems ?? 0}-${maxItems} entries`,
    description ?? (minLength === undefined && !schema.format ? pattern : ''),
  ]
    .filter(Boolean)
    .join('; ')
}

function rowsOf(schema: JsonSchema, path: string, required: boolean): Row[] {
  const alternatives = alternativesOf(schema)
  const nullable = alternatives.some(({ type }) => type === 'null') || (schema.type as unknown[])?.includes?.('null')
  const real = alternatives.filter(({ type }) => type !== 'null')
  const inner = real.flatMap((one) => insideOf(one, path))
  const kinds = [...new Set(real.map(kindOf))].join(' or ')
  const rules = real.length === 1 ? rulesOf(real[0] ?? {}) : ''
  const row = { path, kind: nullable ? `${kinds} or null` : kinds, rules, required }
  return path === '' && inner.length > 0 ? inner : [row, ...inner]
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf, oneOf } = schema as { anyOf?: JsonSchema[]; oneOf?: JsonSchema[] }
  return (anyOf ?? oneOf)?.flatMap(alternativesOf) ?? [schema]
}

function insideOf(schema: JsonSchema, path: string): Row[] {
  const {
    properties,
    required = [],
    items,
  } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
    items?: JsonSchema
  }
  if (items) return rowsOf(items, `${path}[]`, true).filter((row) => row.path !== `${path}[]`)
  return Object.entries(properties ?? {}).flatMap(([name, property]) =>
    rowsOf(property, path === '' ? name : `${path}.${name}`, required.includes(name)),
  )
}

function kindOf({ type, items, format, $ref, const: only }: JsonSchema): string {
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? $ref
  if (items) return `list of ${kindOf(items as JsonSchema)}`
  if (format === 'date-time') return 'timestamp'
  if (Array.isArray(type)) return type.filter((one) => one !== 'null').join(' or ')
  return String(type ?? (only === undefined ? 'any' : typeof only))
}
