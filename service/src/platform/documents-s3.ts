import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock, Limits } from '../kernel/index.ts'
import { type DocumentStore, DocumentStoreUnavailable } from './document-store.ts'
import type { DocumentBucket } from './documents-config.ts'
import type { HttpClient, HttpReply, HttpRequest } from './http-client.ts'

type Tools = { http: HttpClient; limits: Pick<Limits, 'documentBytes' | 'documentCallMs'>; clock: Clock }
type Answer = Extract<HttpReply, { kind: 'answered' }>

/** Documents as objects of one bucket of a store that speaks S3, addressed by path. */
export function makeDocumentBucket(bucket: DocumentBucket, tools: Tools): DocumentStore {
  const send = (method: HttpRequest['method'], key: string, body?: Buffer) => call(bucket, tools, { method, key, body })
  return {
    put: async (key, bytes) => {
      const answer = await send('PUT', key, bytes)
      if (!isDone(answer)) throw unexpected(answer)
    },
    get: async (key) => {
      const answer = await send('GET', key)
      if (answer.status === 200) return answer.body
      if (isMissing(answer)) return null
      throw unexpected(answer)
    },
    remove: async (key) => {
      const answer = await send('DELETE', key)
      if (!isDone(answer) && !isMissing(answer)) throw unexpected(answer)
    },
  }
}

type Call = { method: HttpRequest['method']; key: string; body: Buffer | undefined }

async function call(
  bucket: DocumentBucket,
  { http, limits, clock }: Tools,
  { method, key, body }: Call,
): Promise<Answer> {
  const url = `${bucket.endpoint}/${bucket.bucket}/${key}`
  const headers = await sign(bucket, { method, url, body, at: clock.now() })
  const reply = await http.send({
    ...{ lane: 'documents', method, url, headers },
    ...(body === undefined ? {} : { body }),
    ...{ timeoutMs: limits.documentCallMs, maxReplyBytes: limits.documentBytes },
  })
  if (reply.kind !== 'answered') throw new DocumentStoreUnavailable(reply.reason)
  return reply
}

type Signed = { method: string; url: string; body: Buffer | undefined; at: Date }

/** Only the signature is the library's. It signs the hash of the body, so that a changed body is refused. */
async function sign(bucket: DocumentBucket, { method, url, body, at }: Signed): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...{ method, url, service: 's3', region: bucket.region },
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey.reveal(),
    datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}

const isDone = ({ status }: Answer) => status === 200 || status === 204

/** A bucket that is not there is a mistake of the deployment, and no word about the document. */
function isMissing({ status, body }: Answer): boolean {
  return status === 404 && !body.includes('NoSuchBucket')
}

function unexpected({ status }: Answer): DocumentStoreUnavailable {
  return new DocumentStoreUnavailable(`it answered ${status}`)
}
