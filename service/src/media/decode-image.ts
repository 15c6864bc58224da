import type { Sharp as Image, Metadata, SharpOptions } from 'sharp'
import { LIMITS, makeSlots, withSlot } from '../kernel/index.ts'
import { formatOf } from './image.ts'
import { barePng, isTooHeavy } from './image-file.ts'

export type DecodeFault = 'NOT_AN_IMAGE' | 'TOO_MANY_PIXELS'

export type DecodedImage = { bytes: Buffer; width: number; height: number }

type Sharp = typeof import('sharp').default

/** Reading an image holds a thread and much memory, some of which the allocator keeps: images wait for one another. */
const SLOTS = makeSlots(LIMITS.kycImagesCount)

/**
 * Decodes a JPEG, PNG or WebP, which is recognised by its content, and encodes its first page again, upright, with `encode`. Places, comments and
 * other data in the file or behind the image are gone.
 */
export async function decodeImage(bytes: Buffer, encode: (image: Image) => Image): Promise<DecodedImage | DecodeFault> {
  // Other formats do not reach the decoders, which know many more.
  const format = formatOf(bytes)
  const picture = format === 'png' ? barePng(bytes) : bytes
  if (format === null || picture === null) return 'NOT_AN_IMAGE'
  const sharp = await loadSharp()
  return withSlot(SLOTS, async () => {
    const metadata = await readMetadata(sharp, picture)
    if (metadata?.format !== format) return 'NOT_AN_IMAGE'
    if (isTooHeavy(picture, metadata)) return 'TOO_MANY_PIXELS'
    return readPixels(sharp, picture, encode)
  })
}

let loading: Promise<Sharp> | null = null

/** Loaded with the first image: it is large, and most processes never see one. */
function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => confined(sharp))
  return loading
}

/** Once: what is blocked is blocked for the whole process, so an image that is being read meanwhile would be refused. */
function confined(sharp: Sharp): Sharp {
  // Nothing of an image stays in memory, and an image uses one thread.
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

/** Reads the head of a file; null when it cannot be read. The caller judges whether it is too much. */
async function readMetadata(sharp: Sharp, bytes: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { ...READING, limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

async function readPixels(
  sharp: Sharp,
  bytes: Buffer,
  encode: (image: Image) => Image,
): Promise<DecodedImage | DecodeFault> {
  const image = sharp(bytes, { ...READING, limitInputPixels: LIMITS.kycImagePixels })
  image.timeout({ seconds: LIMITS.kycImageMs / 1000 })
  try {
    const { data, info } = await encode(image).toColourspace('srgb').toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    return error instanceof Error && error.message.startsWith('timeout') ? 'TOO_MANY_PIXELS' : 'NOT_AN_IMAGE'
  }
}
