import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a server of this machine shows, and the authority that stands for it, which is the same. */
export type Certificates = { certificate: string; key: string; authorityFile: string }

/** For `localhost`, for a day. Throws in words where openssl is missing. */
export function makeCertificates(folder: string): Certificates {
  const [certificateFile, keyFile] = [join(folder, 'walk.crt'), join(folder, 'walk.key')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  try {
    execFileSync(
      'openssl',
      [...request, '-subj', '/CN=localhost', '-addext', names, '-keyout', keyFile, '-out', certificateFile],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('The walk makes a certificate with openssl, which this machine does not have.')
  }
  const [certificate, key] = [readFileSync(certificateFile, 'utf8'), readFileSync(keyFile, 'utf8')]
  // Whoever reads only the authority's certificate must not find the key beside it.
  writeFileSync(keyFile, '', { mode: 0o600 })
  return { certificate, key, authorityFile: certificateFile }
}
