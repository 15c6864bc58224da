import { BLOCK_BYTES, sha256 } from './sha256.ts'

/**
 * HMAC-SHA256 of two texts taken as UTF-8, giving the 32 bytes of the digest.
 *
 * `hmacSha256` below is the portable one. On a server, pass Node's instead: it gives the same bytes about three times faster.
 * `const digest: Digest = (key, message) => createHmac('sha256', key).update(message).digest()`
 */
export type Digest = (key: string, message: string) => Uint8Array

/** The portable `Digest`: synchronous, so that a browser, a command line and an offline file run the same code. */
export const hmacSha256: Digest = (key, message) => {
  const encoder = new TextEncoder()
  const block = keyBlock(encoder.encode(key))
  const inner = sha256(joined(masked(block, 0x36), encoder.encode(message)))
  return sha256(joined(masked(block, 0x5c), inner))
}

function keyBlock(key: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES)
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key)
  return block
}

function masked(block: Uint8Array, mask: number): Uint8Array {
  return block.map((byte) => byte ^ mask)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
