import type { Metadata, SharpOptions } from 'sharp'
import { LIMITS, makeSlots } from '../kernel/index.ts'
import { formatOf } from '../media/index.ts'
import { barePng, isTooHeavy } from './photo-file.ts'

export type PhotoFault = 'NOT_AN_IMAGE' | 'TOO_SMALL' | 'TOO_LARGE' | 'TOO_MANY_PIXELS'

/** A photo that was made anew from its pixels, as a JPEG without anything else in it; or what is wrong with what was sent. */
export type Photo =
  | { kind: 'photo'; jpeg: Buffer; width: number; height: number }
  | { kind: 'fault'; fault: PhotoFault }

type Sharp = typeof import('sharp').default

const JPEG_QUALITY = 85
const WHITE = '#ffffff'

/** Reading a photo holds a thread and much memory, some of which the allocator keeps: photos wait for one another. */
const slots = makeSlots(LIMITS.kycImagesCount)

/**
 * Takes a JPEG, PNG or WebP by its content, whatever it was called, and gives its first page upright, in sRGB, no larger than
 * `kycImageWidthPixels` × `kycImageHeightPixels`. Places, comments and whatever else was in or behind it are gone.
 */
export async function readPhoto(bytes: Buffer): Promise<Photo> {
  if (bytes.length > LIMITS.kycImageBytes) return fault('TOO_LARGE')
  // Nothing else reaches the decoders, which know many more formats.
  const format = formatOf(bytes)
  const picture = format === 'png' ? barePng(bytes) : bytes
  if (format === null || picture === null) return fault('NOT_AN_IMAGE')
  const sharp = await loadSharp()
  await slots.take()
  try {
    const metadata = await readMetadata(sharp, picture)
    if (metadata?.format !== format) return fault('NOT_AN_IMAGE')
    if (isTooHeavy(picture, metadata)) return fault('TOO_MANY_PIXELS')
    return await readPixels(sharp, picture)
  } finally {
    slots.release()
  }
}

const fault = (name: PhotoFault): Photo => ({ kind: 'fault', fault: name })

let loading: Promise<Sharp> | null = null

/** Loaded with the first photo: it is large, and most processes never see one. */
function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => confined(sharp))
  return loading
}

/** Once: what is blocked is blocked for the whole process, so a photo that is being read meanwhile would be refused. */
function confined(sharp: Sharp): Sharp {
  // Nothing of a photo stays behind in memory, and a photo uses one thread.
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  return sharp
}

/**
 * Sequential reading never writes pixels to a temporary file. Warnings are no reason to refuse: the cameras of some phones write
 * JPEGs that deserve them.
 */
const READING: SharpOptions = { sequentialRead: true, failOn: 'error', pages: 1, autoOrient: true }

/** What the head says; null when it cannot be read. Whether it is too much is judged by the caller. */
async function readMetadata(sharp: Sharp, bytes: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { ...READING, limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

async function readPixels(sharp: Sharp, bytes: Buffer): Promise<Photo> {
  try {
    const { data, info } = await sharp(bytes, { ...READING, limitInputPixels: LIMITS.kycImagePixels })
      .timeout({ seconds: LIMITS.kycImageMs / 1000 })
      .resize(LIMITS.kycImageWidthPixels, LIMITS.kycImageHeightPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: WHITE })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true })
    if (Math.min(info.width, info.height) < LIMITS.kycImageSidePixels) return fault('TOO_SMALL')
    return { kind: 'photo', jpeg: data, width: info.width, height: info.height }
  } catch (error) {
    return fault(error instanceof Error && error.message.startsWith('timeout') ? 'TOO_MANY_PIXELS' : 'NOT_AN_IMAGE')
  }
}
