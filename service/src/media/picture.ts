import { LIMITS } from '../kernel/index.ts'
import { decodeImage } from './decode-image.ts'
import { formatOf, imageFault } from './image.ts'

export type Picture = { bytes: Buffer; contentType: string }

const SVG = 'image/svg+xml'
const WEBP_QUALITY = 90

/**
 * Reads a picture that staff upload. A JPEG, PNG or WebP is encoded again as a WebP no larger than `picturePixels` in each direction, without the data
 * that a camera writes into a file, such as the place. An SVG stays as it is. Returns what is wrong with any other, in words.
 */
export async function readPicture(bytes: Buffer): Promise<Picture | string> {
  if (formatOf(bytes) === null) {
    if (!startsLikeXml(bytes)) return 'must be a PNG, JPEG, WebP or SVG image'
    return imageFault(bytes, SVG, LIMITS.svgBytes) ?? { bytes, contentType: SVG }
  }
  if (bytes.length > LIMITS.mediaBytes) return `must have at most ${LIMITS.mediaBytes} bytes`
  const decoded = await decodeImage(bytes, (image) =>
    image
      .resize(LIMITS.picturePixels, LIMITS.picturePixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY }),
  )
  if (decoded === 'TOO_MANY_PIXELS') return 'has too many pixels'
  return decoded === 'NOT_AN_IMAGE' ? 'cannot be read as an image' : { bytes: decoded.bytes, contentType: 'image/webp' }
}

function startsLikeXml(bytes: Buffer): boolean {
  return bytes.toString('utf8', 0, 1000).trimStart().startsWith('<')
}
