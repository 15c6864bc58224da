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
const IV_BYTES = 12
const TAG_BYTES = 16

/** `masterKey` is 32 bytes. */
export function makeSealer(masterKey: Buffer, random: Random): Sealer {
  assert(masterKey.length === 32, 'the master key has 32 bytes')
  return {
    seal(plain, purpose) {
      const iv = random.bytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', masterKey, iv)
      cipher.setAAD(Buffer.from(purpose, 'utf8'))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      assert(sealed[0] === VERSION, 'a sealed value has a known version')
      const iv = sealed.subarray(1, 1 + IV_BYTES)
      const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', masterKey, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose, 'utf8'))
      decipher.setAuthTag(tag)
      return decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
