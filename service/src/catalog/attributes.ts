import type { AttributeType, AttributeValue } from '@coffer/contract/box-names'
import type { Fault } from './faults.ts'

export type { AttributeValue }
/** A typed attribute that an operator declared for all of its boxes. */
export type Attribute = { name: string; type: AttributeType; default: AttributeValue }

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export function isOfType(value: unknown, type: Attribute['type']): value is AttributeValue {
  return typeof value === (type === 'text' ? 'string' : type)
}

/** A box's value of an attribute; the default when it has none, or one of a type that was declared before. */
export function attributeValue(attribute: Attribute, own: Record<string, unknown>): AttributeValue {
  const value = Object.hasOwn(own, attribute.name) ? own[attribute.name] : undefined
  return isOfType(value, attribute.type) ? value : attribute.default
}

/** Every declared attribute of a box, typed. */
export function customAttributes(
  declared: readonly Attribute[],
  own: Record<string, unknown>,
): Record<string, AttributeValue> {
  return Object.fromEntries(declared.map((attribute) => [attribute.name, attributeValue(attribute, own)]))
}

/** A box's own values of declared attributes, typed. An attribute without one has its default. */
export function ownAttributes(
  declared: readonly Attribute[],
  own: Record<string, unknown>,
): Record<string, AttributeValue> {
  const values = declared.flatMap(({ name, type }): [string, AttributeValue][] => {
    const value = Object.hasOwn(own, name) ? own[name] : undefined
    return isOfType(value, type) ? [[name, value]] : []
  })
  return Object.fromEntries(values)
}

/** Faults of attribute values, by path below `path`: names that are not declared, and values of another type. */
export function attributeFaults(
  values: Readonly<Record<string, AttributeValue>>,
  declared: readonly Attribute[],
  path: string,
): Fault[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const attribute = declared.find((candidate) => candidate.name === name)
    if (!attribute) return [{ path: `${path}.${name}`, message: 'is not a declared attribute' }]
    if (isOfType(value, attribute.type)) return []
    return [{ path: `${path}.${name}`, message: `must be of the declared type, ${attribute.type}` }]
  })
}

/** Reads an attribute value as a query writes it; null when it is not of the type. */
export function parseValue(text: string, type: Attribute['type']): AttributeValue | null {
  if (type === 'text') return text
  if (type === 'boolean') return parseBoolean(text)
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : null
}

function parseBoolean(text: string): boolean | null {
  if (text === 'true') return true
  return text === 'false' ? false : null
}
