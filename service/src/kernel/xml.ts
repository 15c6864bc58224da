import { SaxesParser } from 'saxes'

/** A start tag of an XML text; names keep their prefix, values have their character references resolved. */
export type XmlTag = { name: string; attributes: Map<string, string> }

/** A flat reading of an XML text: its start tags in order, and all text between tags, in one piece. */
export type XmlParts = { tags: XmlTag[]; text: string }

/** Plain letters and one prefix at most: what a check compares with the names that it knows. */
const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/

/**
 * Reads the small part of XML that pictures and lists of rates need: elements, attributes, text and comments under one root. Null for anything
 * else: a document type with its entities, processing instructions, CDATA, names beyond ASCII, or what is not well-formed.
 */
export function readXml(text: string): XmlParts | null {
  const parts: XmlParts = { tags: [], text: '' }
  // Without a handler of errors it throws at the first.
  const parser = new SaxesParser()
  for (const part of ['doctype', 'processinginstruction', 'cdata'] as const) parser.on(part, refuse)
  parser.on('text', (between) => (parts.text += between))
  parser.on('opentag', ({ name, attributes }) => {
    if (![name, ...Object.keys(attributes)].every((one) => NAME.test(one))) refuse()
    parts.tags.push({ name, attributes: new Map(Object.entries(attributes)) })
  })
  try {
    parser.write(text).close()
  } catch {
    return null
  }
  return parts
}

function refuse(): never {
  throw new Error('this is no plain XML')
}
