import { BLOCK_BYTES, INITIAL_STATE, ROUND_CONSTANTS } from '../sha256.ts'
import { sha256Module } from './sha256-module.ts'

/** Messages that are worked on at once, each in its place: words of the same position stand beside each other, and are one v128. */
export const AT_ONCE = 4

const WORD_BYTES = 4
const V128_BYTES = AT_ONCE * WORD_BYTES
const STATE_BYTES = 8 * V128_BYTES
const DIGEST_BYTES = 32
const NINE = 0x39

/** Addresses in the memory of the module. The round constants come first. */
const INITIAL = ROUND_CONSTANTS.byteLength
/** The states of the inner and the outer hash once they have taken in the key. */
const INNER = INITIAL + STATE_BYTES
const OUTER = INNER + STATE_BYTES
/** The states of the inner hash after the blocks that never change, and after each of the others but the last. */
const FIXED = OUTER + STATE_BYTES
const RUNNING = FIXED + STATE_BYTES
const DIGEST = RUNNING + STATE_BYTES
/** What the outer hash takes in: the inner digest, which is left here as a state, and its padding. */
const OUTER_BLOCK = DIGEST + STATE_BYTES
const MESSAGE = OUTER_BLOCK + BLOCK_BYTES * AT_ONCE

/** What is used of WebAssembly: the types of a browser have it, those of Node do not. */
declare const WebAssembly:
  | undefined
  | {
      validate(code: Uint8Array): boolean
      Module: new (code: Uint8Array) => object
      Instance: new (module: object) => { exports: unknown }
    }
type Exports = { memory: { buffer: ArrayBuffer }; compress(state: number, block: number, to: number): void }

/** HMAC-SHA256 of four messages at once, under one key. Key and messages are ASCII; the key is as long as a block. */
export class SimdHmac {
  readonly #compress: Exports['compress']
  readonly #bytes: Uint8Array
  readonly #words: Uint32Array
  #firstState = INNER
  #firstBlock = MESSAGE
  #lastBlock = MESSAGE

  /** Null where this runtime has no WebAssembly, or no SIMD in it. */
  static make(): SimdHmac | null {
    const code = sha256Module()
    if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(code)) return null
    return new SimdHmac(new WebAssembly.Instance(new WebAssembly.Module(code)).exports as Exports)
  }

  private constructor({ memory, compress }: Exports) {
    this.#compress = compress
    this.#bytes = new Uint8Array(memory.buffer)
    this.#words = new Uint32Array(memory.buffer)
    this.#words.set(ROUND_CONSTANTS)
    INITIAL_STATE.forEach((word, index) => {
      const first = wordAt(INITIAL + index * V128_BYTES)
      this.#words.fill(word, first, first + AT_ONCE)
    })
    this.#close(OUTER_BLOCK, DIGEST_BYTES)
  }

  setKey(key: string): void {
    for (const [mask, state] of [
      [0x36, INNER],
      [0x5c, OUTER],
    ] as const) {
      for (let index = 0; index < BLOCK_BYTES; index += 1) this.#put(MESSAGE, index, key.charCodeAt(index) ^ mask)
      this.#compress(INITIAL, MESSAGE, state)
    }
  }

  /** Puts the same message into every place. What stands before `fixedLength` is taken in at once, and does not change after. */
  setMessage(message: string, fixedLength: number): void {
    this.#bytes.fill(0, MESSAGE, MESSAGE + blockCountOf(message.length) * BLOCK_BYTES * AT_ONCE)
    for (let index = 0; index < message.length; index += 1) this.#put(MESSAGE, index, message.charCodeAt(index))
    this.#lastBlock = this.#close(MESSAGE, message.length)
    this.#firstBlock = MESSAGE
    this.#firstState = INNER
    for (let left = fixedLength; left >= BLOCK_BYTES; left -= BLOCK_BYTES) {
      this.#compress(this.#firstState, this.#firstBlock, FIXED)
      this.#firstState = FIXED
      this.#firstBlock += BLOCK_BYTES * AT_ONCE
    }
  }

  /** Adds 0 to 10 to the decimal number that stands from `start` to `end` in the message of one place. What does not fit is lost. */
  addTo(place: number, start: number, end: number, amount: number): void {
    let carry = amount
    for (let index = end - 1; index >= start && carry > 0; index -= 1) {
      const address = addressOf(MESSAGE, place, index)
      const digit = this.#bytes[address]! + carry
      carry = digit > NINE ? 1 : 0
      this.#bytes[address] = digit - 10 * carry
    }
  }

  /** Works out the digests of all places, which `wordOf` gives then. */
  digest(): void {
    let state = this.#firstState
    for (let block = this.#firstBlock; block < this.#lastBlock; block += BLOCK_BYTES * AT_ONCE) {
      this.#compress(state, block, RUNNING)
      state = RUNNING
    }
    this.#compress(state, this.#lastBlock, OUTER_BLOCK)
    this.#compress(OUTER, OUTER_BLOCK, DIGEST)
  }

  /** One of the eight words of a place's digest. */
  wordOf(place: number, index: number): number {
    return this.#words[wordAt(DIGEST + index * V128_BYTES) + place]!
  }

  /** Writes the padding behind a message and returns the address of its last block. The bytes between are zero. */
  #close(message: number, length: number): number {
    const end = blockCountOf(length) * BLOCK_BYTES
    // The key is a block before it.
    const bits = (BLOCK_BYTES + length) * 8
    this.#put(message, length, 0x80)
    this.#put(message, end - 2, bits >> 8)
    this.#put(message, end - 1, bits & 0xff)
    return message + (end - BLOCK_BYTES) * AT_ONCE
  }

  #put(message: number, index: number, byte: number): void {
    for (let place = 0; place < AT_ONCE; place += 1) this.#bytes[addressOf(message, place, index)] = byte
  }
}

/** The padding is at least nine bytes long; a block is 2^6 of them. */
function blockCountOf(length: number): number {
  return ((length + 8) >> 6) + 1
}

function wordAt(address: number): number {
  return address >> 2
}

/** Of a byte of a place's message: a word of SHA-256 begins with its highest byte, one in the memory of WebAssembly with its lowest. */
function addressOf(message: number, place: number, index: number): number {
  return message + (index >> 2) * V128_BYTES + place * WORD_BYTES + (3 - (index & 3))
}
