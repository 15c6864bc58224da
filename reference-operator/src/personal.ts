/** What stands of a person in a text of the wire, so that a log shows it only to whoever asks. */

/** Whatever is in these is somebody's. */
const PERSONAL: readonly string[] = ['identity', 'address', 'contact', 'email', 'displayName']
const MASK = '[hidden]'

/** `none`: the text holds nothing of a person. */
export type Personal = 'none' | 'masked' | 'shown'

/**
 * JSON with what is personal masked, also in JSON that is a text of it, as the body of a delivery is. `more` names further fields. A text that
 * holds nothing of the sort, or is no JSON, comes back byte for byte.
 */
export function maskPersonal(text: string, more: readonly string[] = []): string {
  const value = parse(text)
  if (value === undefined) return text
  const masked = JSON.stringify(maskIn(value, [...PERSONAL, ...more], false))
  return masked === JSON.stringify(value) ? text : masked
}

/** Something with a body, as it may be shown. Coffer keeps a body back that this casino's key may not read. */
export function withBody<T extends { body: string | null }>(whole: T, shows: boolean): T & { personal: Personal } {
  const body = whole.body === null ? null : maskPersonal(whole.body)
  if (body === whole.body) return { ...whole, personal: 'none' }
  return shows ? { ...whole, personal: 'shown' } : { ...whole, body, personal: 'masked' }
}

function maskIn(value: unknown, names: readonly string[], isPersonal: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((one) => maskIn(one, names, isPersonal))
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => {
      return [name, maskIn(part, names, isPersonal || names.includes(name))]
    })
    return Object.fromEntries(parts)
  }
  if (isPersonal) return MASK
  return typeof value === 'string' && value.startsWith('{') ? maskPersonal(value, names) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
