import type { Metadata } from 'sharp'
import { LIMITS } from '../kernel/index.ts'
import { readJpegScans } from './jpeg-scans.ts'

type Head = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'>

const WEBP_CHANNELS = 4

/**
 * Whether to read a picture would take too much memory, or too long in a place where no time-out reaches it. Most files are read row by
 * row; of one that comes in passes over the whole picture, and of every WebP, the decoder holds all of it.
 */
export function isTooHeavy(bytes: Buffer, head: Head): boolean {
  if (head.width * head.height > LIMITS.kycImagePixels) return true
  if (head.format !== 'jpeg') return heldBytes(head) > LIMITS.kycImageHeldBytes
  const scans = readJpegScans(bytes)
  return scans.scansCount > LIMITS.kycImageScansCount || scans.heldBytes > LIMITS.kycImageHeldBytes
}

function heldBytes({ format, width, height, channels, depth, isProgressive }: Head): number {
  if (format === 'webp') return width * height * WEBP_CHANNELS
  return isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0
}
