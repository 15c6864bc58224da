import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { assert, present, type Random } from '../kernel/index.ts'
import type { Tx } from './database.ts'
import { placeBytes, type SealedPlace } from './sealed-column.ts'
import { lockSealingKey } from './sealing-store.ts'

/** Seals secrets at rest with AES-256-GCM under a master key, which never enters the database. */
export type Sealer = {
  /** Ids of the master keys at hand, the one in use first. Empty where none was given yet. */
  keyIds(): readonly string[]
  /**
   * Seals for one place, under the key that the database is sealed under; that key does not change until the transaction ends.
   * Throws {@link MasterKeyMissing} when it is not at hand.
   */
  seal(tx: Tx, plain: string, place: SealedPlace): Promise<Buffer>
  /** The same under a key of the caller's choice. */
  sealUnder(keyId: string, plain: string, place: SealedPlace): Buffer
  /** Throws when the bytes were changed, belong to another place, or are sealed under a key that is not at hand. */
  open(sealed: Buffer, place: SealedPlace): string
  /** What was sealed before values were bound to their places, for the step that binds them: null when no key at hand opens it. */
  openFormer(sealed: Buffer, purpose: string): { plain: string; keyId: string } | null
  /** The key that a new database begins with: made here where none was given. */
  firstKeyId(): string
  /** Where none was there yet: takes what another process has made meanwhile. */
  lookForKeys(): void
}

/** Where the master keys of a process come from. */
export type KeySource = {
  /** Keys of 32 bytes that are there now, the one in use first. */
  list(): readonly Buffer[]
  /** Makes the first one where there is none, and it may be made. */
  make?: () => Buffer
}

/** A key that is wanted is not among those that the process was given. */
export class MasterKeyMissing extends Error {
  constructor(wanted: string, given: readonly string[]) {
    const had = given.length === 0 ? 'none was given' : `given: ${given.join(', ')}`
    super(`the master key with the id ${wanted} is wanted (${had})`)
    this.name = 'MasterKeyMissing'
  }
}

/** First byte of what is bound to a place under a master key; then the id of the key. */
const BOUND = 2
/** First byte of what is bound to a purpose alone: values under an operator's data key, and all that was sealed before places. */
const BY_PURPOSE = 1
const KEY_BYTES = 32
const KEY_ID_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16
const BOUND_HEAD_BYTES = 1 + KEY_ID_BYTES

export function makeSealer(source: KeySource, random: Random): Sealer {
  const held = new Map<string, KeyObject>()
  const hold = (key: Buffer) => {
    const id = masterKeyId(key)
    held.set(id, createSecretKey(key))
    return id
  }
  for (const key of source.list()) hold(key)
  const keyOf = (id: string) => {
    const key = held.get(id)
    if (!key) throw new MasterKeyMissing(id, [...held.keys()])
    return key
  }
  const sealer: Sealer = {
    keyIds: () => [...held.keys()],
    seal: async (tx, plain, place) => sealer.sealUnder(await lockSealingKey(tx), plain, place),
    sealUnder: (id, plain, place) => {
      const bytes = encrypt(keyOf(id), random, Buffer.from(plain, 'utf8'), placeBytes(id, place))
      return Buffer.concat([Buffer.from([BOUND]), Buffer.from(id, 'hex'), bytes])
    },
    open: (sealed, place) => {
      assert(sealed[0] === BOUND, 'a sealed value is bound to its place')
      const id = sealed.toString('hex', 1, BOUND_HEAD_BYTES)
      return decrypt(keyOf(id), sealed.subarray(BOUND_HEAD_BYTES), placeBytes(id, place)).toString('utf8')
    },
    openFormer: (sealed, purpose) => {
      for (const [keyId, key] of held) {
        const plain = openOrNull(key, sealed, purpose)
        if (plain !== null) return { plain, keyId }
      }
      return null
    },
    firstKeyId: () => sealer.keyIds()[0] ?? hold(present(source.make, 'a key was given, or one may be made')()),
    lookForKeys: () => {
      if (held.size === 0) for (const key of source.list()) hold(key)
    },
  }
  return sealer
}

/** Names a master key without showing anything of it: 16 hex digits. */
export function masterKeyId(key: Buffer): string {
  assert(key.length === KEY_BYTES, 'a master key has 32 bytes')
  return createHmac('sha256', key)
    .update('coffer: id of a master key')
    .digest('hex')
    .slice(0, 2 * KEY_ID_BYTES)
}

/** Seals under a key that is itself sealed: bound to `purpose`, which names the column and the row. */
export function sealUnder(key: KeyObject, random: Random, plain: Buffer, purpose: string): Buffer {
  return Buffer.concat([Buffer.from([BY_PURPOSE]), encrypt(key, random, plain, Buffer.from(purpose, 'utf8'))])
}

/** Throws when the bytes were changed, cut, sealed for another purpose, or under another key. */
export function openUnder(key: KeyObject, sealed: Buffer, purpose: string): Buffer {
  assert(sealed[0] === BY_PURPOSE, 'a sealed value has a known form')
  return decrypt(key, sealed.subarray(1), Buffer.from(purpose, 'utf8'))
}

function openOrNull(key: KeyObject, sealed: Buffer, purpose: string): string | null {
  try {
    return openUnder(key, sealed, purpose).toString('utf8')
  } catch {
    return null
  }
}

/** A random IV, the tag, and the bytes under AES-256-GCM. A key of bytes would be made into a key object each time, which costs more than the cipher. */
function encrypt(key: KeyObject, random: Random, plain: Buffer, bound: Buffer): Buffer {
  const iv = random.bytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(bound)
  const body = [cipher.update(plain), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...body])
}

function decrypt(key: KeyObject, sealed: Buffer, bound: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
