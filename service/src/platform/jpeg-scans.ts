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

/** Each component has blocks of its own, fewer when it is told more coarsely than the others. */
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
