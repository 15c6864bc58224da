import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib'

/** More codings on top of one another have no use. */
const MAX_CODINGS = 3
/** The window that RFC 9659 allows on the web, as a power of two. A larger one takes its memory before a byte comes out. */
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: 23 }

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decodeGzip: Decode = (body, options) => promisify<Buffer, ZlibOptions, Buffer>(gunzip)(body, options)
const DECODERS = new Map<string, Decode>([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', promisify(brotliDecompress)],
  ['zstd', (body, options) => promisify(zstdDecompress)(body, { ...options, params: ZSTD_PARAMS })],
])

/**
 * Some servers leave out the two bytes that RFC 1950 puts before a deflate. Without them, text that a proxy labelled wrongly could be read
 * as a deflate, so text stays as it is.
 */
async function decodeDeflate(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  if (hasZlibHead(body)) return promisify<Buffer, ZlibOptions, Buffer>(inflate)(body, options)
  return isUtf8(body) ? body : promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)(body, options)
}

function hasZlibHead(body: Buffer): boolean {
  return body.length > 1 && body.readUInt16BE() % 31 === 0 && (body.readUInt8() & 0x0f) === 8
}

/** A body that does not decode; the message has only our words in it. */
export class Undecodable extends Error {}

/**
 * A body without the codings that its `Content-Encoding` names: servers and proxies compress without being asked. A label of another
 * kind, or one that a proxy left on plain text, changes nothing. Throws `Undecodable`, also for more than `maxBytes` decoded bytes.
 */
export async function decodeBody(body: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const codings = contentEncoding.toLowerCase().split(',')
  if (codings.length > MAX_CODINGS) throw new Undecodable(`the answer has more than ${MAX_CODINGS} content codings`)
  let decoded = body
  for (const coding of codings.reverse()) decoded = await decodeOne(decoded, coding.trim(), maxBytes)
  return decoded
}

async function decodeOne(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decode = DECODERS.get(coding)
  if (!decode || body.length === 0) return body
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new Undecodable(tooLong(maxBytes))
    if (isUtf8(body)) return body
    throw new Undecodable(`the answer is not whole or not ${coding}`)
  }
}

export function tooLong(maxBytes: number): string {
  return `answer of more than ${maxBytes} bytes`
}
