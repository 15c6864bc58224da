// biome-ignore format: eight to a row
export const ROUND_CONSTANTS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)
// biome-ignore format: one row
export const INITIAL_STATE = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
)

/** Bytes that SHA-256 takes in at a time; HMAC pads its key to this length. */
export const BLOCK_BYTES = 64

/** The SHA-256 digest (32 bytes) of `bytes`, synchronously, in any JavaScript runtime. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = INITIAL_STATE.slice()
  const blocks = padded(bytes)
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < blocks.byteLength; offset += BLOCK_BYTES) {
    expand(schedule, blocks, offset)
    compress(state, schedule)
  }
  return bigEndian(state)
}

/** The SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function padded(bytes: Uint8Array): DataView {
  const blockCount = Math.ceil((bytes.length + 9) / BLOCK_BYTES)
  const blocks = new Uint8Array(blockCount * BLOCK_BYTES)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(blocks.length - 4, (bytes.length * 8) % 2 ** 32)
  return view
}

function expand(schedule: Uint32Array, blocks: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = blocks.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const near = schedule[i - 2]!
    const far = schedule[i - 15]!
    const nearMix = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)
    const farMix = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)
    schedule[i] = nearMix + schedule[i - 7]! + farMix + schedule[i - 16]!
  }
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const lower = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + ROUND_CONSTANTS[i]! + schedule[i]!
    const upper = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + lower) | 0
    d = c
    c = b
    b = a
    a = (lower + upper) | 0
  }
  const worked = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i += 1) state[i] = state[i]! + worked[i]!
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function bigEndian(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4))
  words.forEach((word, i) => {
    view.setUint32(i * 4, word)
  })
  return new Uint8Array(view.buffer)
}
