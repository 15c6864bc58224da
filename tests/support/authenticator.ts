import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from '@coffer/contract/admin'

/** Flags of authenticator data (WebAuthn Level 3). */
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** What a credential differs in from one of an honest browser. */
export type Tampering = {
  origin?: string
  /** The site that the authenticator believes it signs for. */
  site?: string
  type?: string
  challenge?: string
  isVerified?: boolean
  /** In a frame of another site. */
  isFramed?: boolean
  count?: number
  userHandle?: string
  /** Signs with the key of another passkey. */
  signedBy?: TestPasskey
  /** A certificate chain in the attestation. */
  attestation?: 'certificate'
}

/** A passkey in software: it has an ES256 key, and creates and uses credentials as a browser does. */
export type TestPasskey = ReturnType<typeof makePasskey>

export function makePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let userHandle: string | null = null
  let count = 0

  const clientData = (type: string, challenge: string, wish: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: wish.type ?? type,
        challenge: wish.challenge ?? challenge,
        origin: wish.origin ?? origin,
        crossOrigin: wish.isFramed ?? false,
      }),
    )
  const authenticatorData = (site: string, { isVerified = true, ...wish }: Tampering, credential?: Buffer) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(wish.count ?? count)
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0)
    return Buffer.concat([sha256(wish.site ?? site), Buffer.of(flags), counter, credential ?? Buffer.alloc(0)])
  }
  const sign = (bytes: Buffer) => createSign('sha256').update(bytes).sign(privateKey)
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }

  return {
    ...common,
    sign,
    /** As `navigator.credentials.create`. */
    create({ challenge, rp, user }: CreationOptions, wish: Tampering = {}): NewCredential {
      userHandle = user.id
      const idLength = Buffer.of(id.length >> 8, id.length & 255)
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey])
      const data = authenticatorData(rp.id, wish, credential)
      const clientDataJSON = clientData('webauthn.create', challenge, wish).toString('base64url')
      const attestationObject = attestationOf(data, wish.attestation).toString('base64url')
      return { ...common, response: { clientDataJSON, attestationObject, transports: ['internal', 'unknown'] } }
    },
    /** As `navigator.credentials.get`. */
    use({ challenge, rpId }: RequestOptions, wish: Tampering = {}): UsedCredential {
      count += 1
      const data = authenticatorData(rpId, wish)
      const json = clientData('webauthn.get', challenge, wish)
      const signature = (wish.signedBy?.sign ?? sign)(Buffer.concat([data, sha256(json)]))
      return {
        ...common,
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: wish.userHandle ?? userHandle,
        },
      }
    },
  }
}

/** An attestation object in CBOR, with no statement, or with one that has a certificate chain. */
function attestationOf(data: Buffer, kind?: 'certificate'): Buffer {
  const statement =
    kind === undefined ? Buffer.of(0xa0) : Buffer.concat([Buffer.of(0xa1), text('x5c'), Buffer.of(0x80)])
  const format = text(kind === undefined ? 'none' : 'packed')
  const length = Buffer.of(0x59, data.length >> 8, data.length & 255)
  return Buffer.concat([
    ...[Buffer.of(0xa3), text('fmt'), format, text('attStmt'), statement],
    ...[text('authData'), length, data],
  ])
}

/** A text of fewer than 24 bytes in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 | value.length), Buffer.from(value)])
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
