import path from 'node:path'
import { z } from 'zod'
import { Hidden } from '../kernel/index.ts'
import { webRoot } from './web-address.ts'

/** Where documents are kept: a folder, or a bucket of a store that speaks S3. */
export type DocumentsConfig = { readonly kind: 'folder'; readonly folder: string } | DocumentBucket

export type DocumentBucket = {
  readonly kind: 's3'
  /** Without a path and a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Hidden<string>
}

export const DOCUMENT_SETTINGS = {
  COFFER_DOCUMENTS_DIR: z.string().optional(),
  COFFER_DOCUMENTS_S3_ENDPOINT: webRoot.optional(),
  COFFER_DOCUMENTS_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
    .optional(),
  COFFER_DOCUMENTS_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: 'must be a region, such as eu-central-1' })
    .optional(),
  COFFER_DOCUMENTS_S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\w.+=:@-]{1,128}$/, { error: 'must be the id of an access key' })
    .optional(),
  COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[!-~]{1,256}$/, { error: 'must be the secret of an access key' })
    .optional(),
}

type Read = z.infer<z.ZodObject<typeof DOCUMENT_SETTINGS>>

const BUCKET_NAMES = [
  'COFFER_DOCUMENTS_S3_ENDPOINT',
  'COFFER_DOCUMENTS_S3_BUCKET',
  'COFFER_DOCUMENTS_S3_REGION',
  'COFFER_DOCUMENTS_S3_ACCESS_KEY_ID',
  'COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY',
] as const

/** A bucket is set whole or not at all, and not beside a folder. */
export function documentMistakes(read: Read): string[] {
  const given = BUCKET_NAMES.filter((name) => read[name] !== undefined)
  if (given.length === 0) return []
  const mistakes = BUCKET_NAMES.filter((name) => read[name] === undefined).map(
    (name) => `${name}: must be set when ${given[0]} is`,
  )
  if (read.COFFER_DOCUMENTS_DIR !== undefined) {
    mistakes.push(`COFFER_DOCUMENTS_DIR: documents are kept in one place, and ${given[0]} is set`)
  }
  return mistakes
}

/** Without mistakes. */
export function documentsOf(read: Read, dataDir: string): DocumentsConfig {
  const {
    COFFER_DOCUMENTS_S3_ENDPOINT: endpoint,
    COFFER_DOCUMENTS_S3_BUCKET: bucket,
    COFFER_DOCUMENTS_S3_REGION: region,
    COFFER_DOCUMENTS_S3_ACCESS_KEY_ID: accessKeyId,
    COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: secret,
  } = read
  if (endpoint && bucket && region && accessKeyId && secret) {
    return { kind: 's3', endpoint, bucket, region, accessKeyId, secretAccessKey: new Hidden(secret) }
  }
  return { kind: 'folder', folder: path.resolve(read.COFFER_DOCUMENTS_DIR ?? path.join(dataDir, 'documents')) }
}
