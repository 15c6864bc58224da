import { createCipheriv, createDecipheriv } from 'node:crypto'
import { assert, type Random } from '../kernel/index.ts'

/** Seals secrets at rest with AES-256-GCM under the master key, which never enters the database. */
export type Sealer = {
  /** `purpose` is bound to the ciphertext: what was sealed for one column does not open as another. */
  seal(plain: string, purpose: string): Buffer
  /** Throws when the bytes were changed, sealed for another purpose, or under another key. */
  open(sealed: Buffer, purpose: string): string
}

const VERSION = 1
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** `masterKey` is 32 bytes. */
export function makeSealer(masterKey: Buffer, random: Random): Sealer {
  assert(masterKey.length === KEY_BYTES, 'the master key has 32 bytes')
  return {
    seal: (plain, purpose) => sealUnder(masterKey, random, Buffer.from(plain, 'utf8'), purpose),
    open: (sealed, purpose) => openUnder(masterKey, sealed, purpose).toString('utf8'),
  }
}

/** What every sealed value is: the version, a random IV, the tag, and the bytes under AES-256-GCM, bound to `purpose`. */
export function sealUnder(key: Buffer, random: Random, plain: Buffer, purpose: string): Buffer {
  const iv = random.bytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(purpose, 'utf8'))
  const body = [cipher.update(plain), cipher.final()]
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), ...body])
}

/** Throws when the bytes were changed, cut, sealed for another purpose, or under another key. */
export function openUnder(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  assert(sealed[0] === VERSION, 'a sealed value has a known version')
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose, 'utf8'))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()])
}
