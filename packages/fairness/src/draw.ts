import { isClientSeed, isServerSeed } from './commitment.ts'
import { type Digest, hmacSha256 } from './hmac.ts'

/** The name of this algorithm on the wire. */
export const ALGORITHM_KEY = 'hmac_sha256_v1'
/** Units that the chances of a box version sum to; a box's rawDraw lies in 0..99,999,999. */
export const BOX_TOTAL_UNITS = 100_000_000
/** Basis points of the Upgrader's dial; its rawDraw, `rolledBps`, lies in 0..9,999. */
export const UPGRADER_TOTAL = 10_000

const WORD_VALUES = 2 ** 32
const DIGEST_BYTES = 32
/** A word is rejected less than half the time, so an honest digest comes nowhere near this many extensions. */
const EXTENSION_LIMIT = 64

/** What tells one draw of a seed pair from another. */
export type DrawPosition = { clientSeed: string; nonce: number; reelIndex: number }

/** Everything a draw depends on. `total` is T; `hmac` may be a faster digest with the same bytes (see `Digest`). */
export type DrawInput = DrawPosition & { serverSeed: string; total: number; hmac?: Digest }

/**
 * The rawDraw: a whole number in 0..total-1, every one of them equally likely.
 *
 * @throws RangeError when a seed, the nonce, the reel or `total` (1..2^32) is not of its form
 */
export function draw(input: DrawInput): number {
  assertDrawable(input)
  const { serverSeed, total, hmac = hmacSha256 } = input
  const limit = acceptedBelow(total)
  for (let extension = 0; extension <= EXTENSION_LIMIT; extension += 1) {
    const word = firstWordBelow(limit, hmac(serverSeed, drawMessage(input, extension)))
    if (word !== undefined) return word % total
  }
  throw new Error('The digest gives no acceptable word: it is not an HMAC-SHA256')
}

/** A word from here on is rejected, so that every rawDraw has as many words. */
export function acceptedBelow(total: number): number {
  return WORD_VALUES - (WORD_VALUES % total)
}

/** The message under the server seed's HMAC; `extension` k > 0 is asked for once all words of k - 1 were rejected. */
export function drawMessage({ clientSeed, nonce, reelIndex }: DrawPosition, extension = 0): string {
  const message = `${clientSeed}:${nonce}:${reelIndex}`
  return extension === 0 ? message : `${message}:${extension}`
}

function firstWordBelow(limit: number, digest: Uint8Array): number | undefined {
  if (digest.length !== DIGEST_BYTES)
    throw new Error(`The digest has ${digest.length} bytes in place of ${DIGEST_BYTES}`)
  const words = new DataView(digest.buffer, digest.byteOffset, DIGEST_BYTES)
  for (let offset = 0; offset < DIGEST_BYTES; offset += 4) {
    const word = words.getUint32(offset)
    if (word < limit) return word
  }
  return undefined
}

/** @throws RangeError when a part is not of its form */
export function assertDrawable({ serverSeed, clientSeed, nonce, reelIndex, total }: DrawInput): void {
  if (!isServerSeed(serverSeed)) throw new RangeError('The server seed is not 64 lower-case hex digits')
  if (!isClientSeed(clientSeed))
    throw new RangeError('The client seed is not 1-128 printable ASCII characters without ":"')
  if (!isCount(nonce)) throw new RangeError('The nonce is not a whole number from 0')
  if (!isCount(reelIndex)) throw new RangeError('The reel index is not a whole number from 0')
  if (!isCount(total) || total < 1 || total > WORD_VALUES) throw new RangeError('The total is not in 1..2^32')
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
