import type { Readable } from 'node:stream'
import { answerError, MAX_BODY_BYTES, type RawResponse } from './raw-handler.ts'

const TOO_LARGE = answerError(413, 'BODY_TOO_LARGE', 'The body is larger than 1 MB.')
/** The rest of the body is still on its way, and nothing reads it. */
const CUT_OFF: RawResponse = { ...TOO_LARGE, headers: { ...TOO_LARGE.headers, connection: 'close' } }

/** What a program that hands over a parsed body has to change. */
export const PARSED_BODY =
  'The body is not the raw bytes that arrived, and the signature covers those. Take it before express.json() and every other ' +
  'body parser, or let the parser keep the bytes: express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes } }).'

/** The answer to a request whose bytes are gone. It is a fault of the server that asks for them, and decides nothing. */
export const RAW_BODY_NEEDED = answerError(500, 'RAW_BODY_NEEDED', PARSED_BODY)

/** A request of `node:http`, with what a host (`rawBody`) or a body parser (`body`) left on it. */
export type ReadableRequest = Readable & { rawBody?: unknown; body?: unknown }

/** The bytes of a request: those that something before left on it, else those of the stream. Or the answer that refuses it. */
export async function bodyOf(request: ReadableRequest): Promise<Uint8Array | RawResponse> {
  const kept = [request.rawBody, request.body].find(isRaw)
  const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept
  if (bytes?.length) return bytes.length > MAX_BODY_BYTES ? CUT_OFF : bytes
  if (request.readableDidRead === false) return readBody(request)
  return bytes ?? RAW_BODY_NEEDED
}

/** Whether a body is as it arrived. Text counts: its signature holds only if it is the text that arrived. */
export function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

async function readBody(request: Readable): Promise<Uint8Array | RawResponse> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BODY_BYTES) return CUT_OFF
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
