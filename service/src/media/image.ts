import { svgFault } from './svg.ts'

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
  return hasMagic(bytes, contentType) ? null : `is not a ${contentType} image`
}

function hasMagic(bytes: Buffer, contentType: string): boolean {
  if (contentType === 'image/png') return bytes.subarray(0, 8).toString('latin1') === '\u0089PNG\r\n\u001a\n'
  if (contentType === 'image/jpeg') return bytes.subarray(0, 3).toString('latin1') === '\u00ff\u00d8\u00ff'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}
