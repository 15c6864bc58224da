import { readXml, type XmlTag } from '../kernel/index.ts'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
const ACTING = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
])
const REFERRING = new Set(['href', 'src', 'action', 'formaction'])
const INNER_REFERENCE = /^(?:#|data:image\/(?:png|jpeg|webp|gif);base64,)/
/** Style that fetches, or that could hide from this check behind an escape. */
const FETCHING_STYLE = /@import|\\|image-set\(|src\(|url\((?!\s*["']?#)|javascript:/i

/** What is wrong with an SVG, in words, or null. Taken is a drawing that stands alone: nothing in it acts or fetches. */
export function svgFault(bytes: Buffer): string | null {
  const text = decode(bytes)
  const parts = text === null ? null : readXml(text)
  const root = parts?.tags[0]
  if (!parts || root?.name !== 'svg' || root.attributes.get('xmlns') !== SVG_NAMESPACE) {
    return 'is not a well-formed SVG image'
  }
  if (parts.tags.some(acts)) return 'must not contain scripts, event handlers or foreign content'
  const refers = parts.tags.some(refersOutside) || parts.texts.some((between) => FETCHING_STYLE.test(between))
  return refers ? 'must not refer to anything outside the image' : null
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function acts({ name, attributes }: XmlTag): boolean {
  if (ACTING.has(localName(name))) return true
  return [...attributes].some(([attribute, value]) => {
    const local = localName(attribute)
    if (attribute.startsWith('xmlns')) return value === XHTML_NAMESPACE
    return local.startsWith('on') || (local === 'attributename' && /^on|href$/i.test(value.trim()))
  })
}

function refersOutside({ attributes }: XmlTag): boolean {
  return [...attributes].some(([attribute, value]) => {
    if (attribute.startsWith('xmlns')) return false
    if (attribute === 'xml:base') return true
    if (REFERRING.has(localName(attribute)) && !INNER_REFERENCE.test(value.trim())) return true
    return FETCHING_STYLE.test(value)
  })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
