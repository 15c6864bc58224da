/**
 * The RFC 8785 canonical JSON of a value made of strings, safe integers, booleans, null, arrays and plain objects.
 *
 * @throws TypeError on anything else: fractions, undefined, lone surrogates, dates and other class instances
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return canonicalString(value)
  if (Number.isSafeInteger(value)) return String(value)
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`
  if (isPlainObject(value)) return `{${members(value).join(',')}}`
  throw new TypeError(`Not canonical JSON: ${typeof value === 'number' ? value : typeof value}`)
}

function members(value: Record<string, unknown>): string[] {
  // The default order of sort() is by UTF-16 code units, which is the order RFC 8785 asks for.
  const keys = Object.keys(value).sort()
  return keys.map((key) => `${canonicalString(key)}:${canonicalJson(value[key])}`)
}

function canonicalString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('Not canonical JSON: a lone surrogate')
  return JSON.stringify(text)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
