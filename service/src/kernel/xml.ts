/** A start tag of an XML text; names keep their prefix, values have their character references resolved. */
export type XmlTag = { name: string; attributes: Map<string, string> }

/** A flat reading of an XML text: its start tags in order, and the text between tags. */
export type XmlParts = { tags: XmlTag[]; texts: string[] }

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const TAG = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y')
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g')
const END = new RegExp(`</(${NAME})\\s*>`, 'y')
const COMMENT = /<!--(?:(?!--).)*-->/sy
const TEXT = /[^<]+/y
const PROLOGUE = /^\uFEFF?(?:<\?xml\s[^?<>]*\?>)?/
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g
const NAMED = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" } as const

/**
 * Reads the small part of XML that pictures and lists of rates need: elements, attributes, text and comments under one root. Null for anything
 * else: a document type with its entities, processing instructions, CDATA, or tags that do not match.
 */
export function readXml(text: string): XmlParts | null {
  const parts: XmlParts = { tags: [], texts: [] }
  const open: string[] = []
  let at = PROLOGUE.exec(text)![0].length
  while (at < text.length) {
    const end = readPart(text, at, parts, open)
    if (end === null) return null
    at = end
  }
  return open.length === 0 && parts.tags.length > 0 ? parts : null
}

/** Reads the part that begins at `at` and says where it ends. */
function readPart(text: string, at: number, parts: XmlParts, open: string[]): number | null {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const comment = match(COMMENT)
  if (comment) return at + comment[0].length
  const end = match(END)
  if (end) return open.pop() === end[1] ? at + end[0].length : null
  const tag = match(TAG)
  if (tag) return readTag(tag, parts, open) ? at + tag[0].length : null
  const between = match(TEXT)
  if (!between || (open.length === 0 && between[0].trim() !== '')) return null
  const resolved = resolve(between[0])
  if (resolved === null) return null
  parts.texts.push(resolved)
  return at + between[0].length
}

function readTag([, name, rest, selfClosing]: RegExpExecArray, parts: XmlParts, open: string[]): boolean {
  const isSecondRoot = open.length === 0 && parts.tags.length > 0
  if (isSecondRoot) return false
  const attributes = new Map<string, string>()
  for (const [, attribute, double, single] of rest!.matchAll(ATTRIBUTE)) {
    const value = resolve(double ?? single!)
    if (value === null || attributes.has(attribute!)) return false
    attributes.set(attribute!, value)
  }
  parts.tags.push({ name: name!, attributes })
  if (selfClosing === '') open.push(name!)
  return true
}

function resolve(text: string): string | null {
  if (/&/.test(text.replaceAll(REFERENCE, ''))) return null
  return text.replaceAll(REFERENCE, (_, name: keyof typeof NAMED | undefined, decimal, hex) => {
    if (name !== undefined) return NAMED[name]
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
  })
}
