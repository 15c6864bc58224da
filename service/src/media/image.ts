import { readXml, type XmlTag } from '../kernel/index.ts'

const KINDS = [
  { contentType: 'image/svg+xml', endings: ['svg'] },
  { contentType: 'image/png', endings: ['png'] },
  { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  { contentType: 'image/webp', endings: ['webp'] },
] as const

/** Content type of a file name by its ending, or null when it is no kind of image that Coffer takes. */
export function contentTypeOf(fileName: string): string | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return KINDS.find(({ endings }) => (endings as readonly string[]).includes(ending))?.contentType ?? null
}

/** The ending under which images of a content type are served, or null when Coffer takes none of it. */
export function endingOf(contentType: string): string | null {
  return KINDS.find((kind) => kind.contentType === contentType)?.endings[0] ?? null
}

/** What is wrong with an image, in words, or null: its size, a content that is not of its type, an SVG that could act. */
export function imageFault(bytes: Buffer, contentType: string, maxBytes: number): string | null {
  if (endingOf(contentType) === null) return 'must be an SVG, PNG, JPEG or WebP image'
  if (bytes.length > maxBytes) return `must be at most ${maxBytes} bytes`
  if (contentType === 'image/svg+xml') return svgFault(bytes)
  return contentType === `image/${formatOf(bytes)}` ? null : `is not a ${contentType} image`
}

/** What a picture is by its first bytes, whatever it was called; null when it is none of these. */
export function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null
}

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
function svgFault(bytes: Buffer): string | null {
  const text = decode(bytes)
  const parts = text === null ? null : readXml(text)
  const root = parts?.tags[0]
  if (!parts || root?.name !== 'svg' || root.attributes.get('xmlns') !== SVG_NAMESPACE) {
    return 'is not a well-formed SVG image'
  }
  if (parts.tags.some(acts)) return 'must not contain scripts, event handlers or foreign content'
  const refers = parts.tags.some(refersOutside) || FETCHING_STYLE.test(parts.text)
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

/** The address of an image as clients read it: a path that the service serves gets `baseUrl` before it. */
export function absoluteUrl(baseUrl: string, url: string): string
export function absoluteUrl(baseUrl: string, url: string | null): string | null
export function absoluteUrl(baseUrl: string, url: string | null): string | null {
  return url?.startsWith('/') ? `${baseUrl}${url}` : url
}
