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
