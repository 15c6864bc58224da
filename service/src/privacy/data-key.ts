import { createHmac, hkdfSync, type KeyObject } from 'node:crypto'
import { assert, Hidden, present, type Random } from '../kernel/index.ts'
import { openUnder, sealUnder } from '../platform/index.ts'

export const DATA_KEY_BYTES = 32

/** One key of an operator, as it is used. */
export type NumberedKey = { keyNumber: number; key: KeyObject }

const NUMBER_BYTES = 4
const MARK_KEY = 'coffer: mark of equal texts'

/**
 * Seals personal data of one operator under its newest key, and opens what any of its keys sealed. A sealed value begins with the
 * number of its key. `purpose` names what is sealed, such as `kyc_answers:17`: it opens as nothing else. Prints as `[hidden]`.
 */
export class DataKey extends Hidden<readonly NumberedKey[]> {
  readonly #random: Random

  /** `keys` are all keys of the operator, ascending by number from 1. */
  constructor(keys: readonly NumberedKey[], random: Random) {
    assert(keys[0]?.keyNumber === 1, 'the first data key of an operator is number 1')
    super(keys)
    this.#random = random
  }

  sealText(plain: string, purpose: string): Buffer {
    return this.sealBytes(Buffer.from(plain, 'utf8'), purpose)
  }

  /** Throws when the bytes were changed, sealed for another purpose, or for another operator. */
  openText(sealed: Buffer, purpose: string): string {
    return this.openBytes(sealed, purpose).toString('utf8')
  }

  sealBytes(bytes: Buffer, purpose: string): Buffer {
    const newest = present(this.reveal().at(-1), 'an operator has a data key')
    const number = Buffer.alloc(NUMBER_BYTES)
    number.writeUInt32BE(newest.keyNumber)
    return Buffer.concat([number, sealUnder(newest.key, this.#random, bytes, purpose)])
  }

  /** Throws like `openText`. */
  openBytes(sealed: Buffer, purpose: string): Buffer {
    assert(sealed.length > NUMBER_BYTES, 'a sealed value begins with the number of its key')
    const keyNumber = sealed.readUInt32BE()
    const named = this.reveal().find((one) => one.keyNumber === keyNumber)
    return openUnder(present(named, 'a sealed value names a key').key, sealed.subarray(NUMBER_BYTES), purpose)
  }

  /**
   * What tells that two texts of one operator are equal, and nothing else without the key: 32 bytes. Always of the first key, so that
   * equal texts keep equal marks when a key is added.
   */
  mark(text: string, purpose: string): Buffer {
    const first = present(this.reveal()[0], 'an operator has a data key')
    const markKey = Buffer.from(hkdfSync('sha256', first.key, '', `${MARK_KEY}: ${purpose}`, DATA_KEY_BYTES))
    return createHmac('sha256', markKey).update(text, 'utf8').digest()
  }
}
