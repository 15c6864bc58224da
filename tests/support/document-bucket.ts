import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export const BUCKET_ACCESS = {
  bucket: 'papers',
  region: 'eu-central-1',
  accessKeyId: 'AKIDTESTTESTTEST',
  secretAccessKey: 'secret/of+the/bucket0123456789EXAMPLE',
}

export type BucketMood = 'well' | 'broken' | 'silent' | 'without the bucket' | 'cut'

/** A store that speaks as much S3 as documents need, and believes no request whose signature it cannot compute itself. */
export type DocumentBucketServer = {
  endpoint: string
  objects: Map<string, Buffer>
  /** What it refused to believe, in words. */
  refused: string[]
  mood: BucketMood
  close(): void
}

export async function startDocumentBucket(): Promise<DocumentBucketServer> {
  const sockets = new Set<Socket>()
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void answer(bucket, request, response))
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bucket: DocumentBucketServer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    refused: [],
    mood: 'well',
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return bucket
}

type Say = (status: number, code: string) => void

async function answer(bucket: DocumentBucketServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const say: Say = (status, code) => {
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
  }
  if (bucket.mood === 'silent') return
  if (bucket.mood === 'broken') return say(500, 'InternalError')
  if (bucket.mood === 'without the bucket') return say(404, 'NoSuchBucket')
  const fault = faultOf(request, body)
  if (fault !== null) {
    bucket.refused.push(fault)
    return say(403, 'SignatureDoesNotMatch')
  }
  const path = request.url ?? ''
  if (!path.startsWith(`/${BUCKET_ACCESS.bucket}/`)) return say(404, 'NoSuchBucket')
  const key = path.slice(BUCKET_ACCESS.bucket.length + 2)
  serve(bucket, { key, method: request.method ?? '', body }, response, say)
}

function serve(
  { objects, mood }: DocumentBucketServer,
  { key, method, body }: { key: string; method: string; body: Buffer },
  response: ServerResponse,
  say: Say,
): void {
  if (method === 'PUT') {
    objects.set(key, body)
    response.writeHead(200).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else {
    const found = objects.get(key)
    if (found) response.writeHead(200, { 'content-length': found.length })
    if (!found) say(404, 'NoSuchKey')
    else if (mood === 'cut') response.write(found.subarray(0, 3), () => response.destroy())
    else response.end(found)
  }
}

/** What is wrong with a request's signature; null when it is the one of the published rules. */
function faultOf(request: IncomingMessage, body: Buffer): string | null {
  const sent = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = '', signature] = sent ?? []
  const at = String(request.headers['x-amz-date'])
  const scope = `${at.slice(0, 8)}/${BUCKET_ACCESS.region}/s3/aws4_request`
  if (credential !== `${BUCKET_ACCESS.accessKeyId}/${scope}`) return 'the credential'
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'the signed headers'
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'the hash of the body'
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
  const expected = signatureOf({
    ...{ method: request.method ?? '', path: request.url ?? '', headers, payloadHash: sha256(body), at },
    ...{ region: BUCKET_ACCESS.region, secretAccessKey: BUCKET_ACCESS.secretAccessKey },
  })
  return signature === expected ? null : 'the signature'
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signature version 4 for S3, from its published description. `path` is as it is sent, without a query. */
export function signatureOf(call: {
  method: string
  path: string
  headers: Record<string, string>
  payloadHash: string
  at: string
  region: string
  secretAccessKey: string
}): string {
  const names = Object.keys(call.headers).sort()
  const lines = names.map((name) => `${name}:${call.headers[name]}\n`).join('')
  const request = [call.method, call.path, '', lines, names.join(';'), call.payloadHash].join('\n')
  const day = call.at.slice(0, 8)
  const text = ['AWS4-HMAC-SHA256', call.at, `${day}/${call.region}/s3/aws4_request`, sha256(request)].join('\n')
  const key = [day, call.region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${call.secretAccessKey}`)
  return hmac(key, text).toString('hex')
}
