import type { Metadata } from 'sharp'
import { LIMITS } from '../kernel/index.ts'

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

/** How a JPEG is put together: its scans, and what its decoder holds of the whole picture until it has read the last of them. */
export type JpegScans = { scansCount: number; heldBytes: number }

type Segment = { marker: number; body: Buffer }
type Frame = { isProgressive: boolean; componentsCount: number; coefficientBytes: number }

const START = { frame: 0xc0, image: 0xd8, end: 0xd9, scan: 0xda }
/** They lie among the frames and begin none: Huffman tables, a reserved one, and the conditions of arithmetic coding. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])
const BLOCK_PIXELS = 8
const BLOCK_BYTES = 128

/** Walks the segments, so that a scan of a preview inside of one is not counted. What is broken in them the decoder finds. */
export function readJpegScans(jpeg: Buffer): JpegScans {
  let scansCount = 0
  let isHeld = false
  let frame: Frame | null = null
  for (const { marker, body } of segmentsOf(jpeg)) {
    if (isFrame(marker)) frame ??= readFrame(marker, body)
    if (marker !== START.scan) continue
    scansCount += 1
    isHeld ||= scansCount > 1 || frame === null || frame.isProgressive || byteAt(body, 0) < frame.componentsCount
  }
  return { scansCount, heldBytes: isHeld ? (frame?.coefficientBytes ?? 0) : 0 }
}

/** With their bodies, up to the end of the image. Bytes between two segments belong to a scan, or are passed over as the decoder does. */
function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  let at = 2
  for (;;) {
    at = jpeg.indexOf(0xff, at)
    if (at === -1) return
    while (jpeg[at] === 0xff) at += 1
    const marker = byteAt(jpeg, at)
    at += 1
    if (marker === START.end || at + 2 > jpeg.length) return
    if (hasNoBody(marker)) continue
    const length = Math.max(jpeg.readUInt16BE(at), 2)
    yield { marker, body: jpeg.subarray(at + 2, at + length) }
    at += length
  }
}

/** A byte of 255 in a scan is followed by a zero; restarts, and what is reserved, stand alone. */
const hasNoBody = (marker: number) => marker < START.frame || (marker >= 0xd0 && marker <= START.image)

const isFrame = (marker: number) => marker >= START.frame && marker <= 0xcf && !NO_FRAMES.has(marker)

/** Each component has blocks of its own, fewer when it is coarser than the others. */
function readFrame(marker: number, body: Buffer): Frame {
  const [height, width] = [byteAt(body, 1) * 256 + byteAt(body, 2), byteAt(body, 3) * 256 + byteAt(body, 4)]
  const components = Array.from({ length: byteAt(body, 5) }, (_, at) => byteAt(body, 7 + 3 * at))
  const [across, down] = [components.map((factors) => factors >> 4), components.map((factors) => factors & 15)]
  const columns = blocksOf(width, across)
  const rows = blocksOf(height, down)
  const coefficientBytes = columns.reduce((bytes, count, at) => bytes + count * (rows[at] ?? 0) * BLOCK_BYTES, 0)
  return { isProgressive: (marker & 3) === 2, componentsCount: components.length, coefficientBytes }
}

function blocksOf(pixels: number, factors: number[]): number[] {
  const finest = Math.max(...factors)
  return factors.map((factor) => Math.ceil((pixels * factor) / (finest * BLOCK_PIXELS)))
}

const byteAt = (bytes: Buffer, at: number) => bytes[at] ?? 0

const SIGNATURE_BYTES = 8
/** Length, type and sum of a chunk. */
const FRAME_BYTES = 12

/** What a picture is made of: its size, its pixels, what its colours mean, and which way up it is. Of each but the pixels, the first. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'iCCP', 'eXIf', 'IDAT', 'IEND'])

/**
 * A PNG without its texts and whatever else is no part of the picture: the decoder unpacks a chunk of text to a thousand times its size, and
 * keeps as many as come. Null when its chunks do not lead to its end. The pixels are not looked at.
 */
export function barePng(png: Buffer): Buffer | null {
  const bare = Buffer.allocUnsafe(png.length)
  let length = png.copy(bare, 0, 0, SIGNATURE_BYTES)
  const seen = new Set<string>()
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length; ) {
    const end = at + FRAME_BYTES + png.readUInt32BE(at)
    if (end > png.length) return null
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT' || (KEPT.has(type) && !seen.has(type))) length += png.copy(bare, length, at, end)
    if (type === 'IEND') return bare.subarray(0, length)
    if (KEPT.has(type)) seen.add(type)
    at = end
  }
  return null
}
