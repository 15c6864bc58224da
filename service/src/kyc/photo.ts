import { LIMITS } from '../kernel/index.ts'
import { type DecodeFault, decodeImage } from '../media/index.ts'

export type PhotoFault = DecodeFault | 'TOO_SMALL' | 'TOO_LARGE'

/** A photo that was made anew from its pixels, as a JPEG without anything else in it; or what is wrong with what was sent. */
export type Photo =
  | { kind: 'photo'; jpeg: Buffer; width: number; height: number }
  | { kind: 'fault'; fault: PhotoFault }

const JPEG_QUALITY = 85
const WHITE = '#ffffff'

/**
 * Takes a JPEG, PNG or WebP by its content, whatever it was called, and gives its first page upright, in sRGB, no larger than
 * `kycImageWidthPixels` × `kycImageHeightPixels`. Places, comments and whatever else was in or behind it are gone.
 */
export async function readPhoto(bytes: Buffer): Promise<Photo> {
  if (bytes.length > LIMITS.kycImageBytes) return fault('TOO_LARGE')
  const decoded = await decodeImage(bytes, (image) =>
    image
      .resize(LIMITS.kycImageWidthPixels, LIMITS.kycImageHeightPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: WHITE })
      .jpeg({ quality: JPEG_QUALITY }),
  )
  if (typeof decoded === 'string') return fault(decoded)
  const { bytes: jpeg, width, height } = decoded
  if (Math.min(width, height) < LIMITS.kycImageSidePixels) return fault('TOO_SMALL')
  return { kind: 'photo', jpeg, width, height }
}

const fault = (name: PhotoFault): Photo => ({ kind: 'fault', fault: name })
