import { generateKeyPairSync, sign } from 'node:crypto'
import type { TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A certificate of 127.0.0.1 that nobody signed but itself, and its key, made when a test asks for one: no key stands in the repository. */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
  const name = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('test')))))
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const address = sequence(der(0x87, Buffer.from([127, 0, 0, 1])))
  const alternativeName = sequence(Buffer.from('0603551d11', 'hex'), der(0x04, address))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[algorithm, name, validity, name],
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName)),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]))
  const lines =
    sequence(toBeSigned, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** This process trusts the certificate until the test ends. */
export function trust(t: TestContext, cert: string): void {
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  t.after(() => setDefaultCACertificates(known))
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}
