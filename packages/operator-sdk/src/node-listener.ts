import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerError, MAX_BODY_BYTES, type RawHandler, type RawResponse } from './raw-handler.ts'

const TOO_LARGE = answerError(413, 'BODY_TOO_LARGE', 'The body is larger than 1 MB.')
const ALREADY_PARSED = answerError(
  500,
  'RAW_BODY_NEEDED',
  'The body was parsed before its signature could be checked. In Express, mount this before express.json().',
)

/** What Express adds to a request: the target before a router cut it, and whatever a body parser made. */
type Request = IncomingMessage & { originalUrl?: string; body?: unknown }

/**
 * Serves a wallet handler or a webhook handler from plain `node:http`, and as a route of Express. It reads the body itself, or
 * takes the bytes of `express.raw()`; a body that was parsed before cannot be checked and is answered with 500 and the reason.
 */
export function nodeListener(handler: RawHandler) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { status, headers, body } = await answerOf(handler, request)
      response.writeHead(status, status === 413 ? { ...headers, connection: 'close' } : headers).end(body)
    } catch (error) {
      // Nothing was decided; a cut connection says just that.
      response.destroy(error instanceof Error ? error : undefined)
    }
  }
}

async function answerOf(handler: RawHandler, request: Request): Promise<RawResponse> {
  const { method = '', url = '', originalUrl, headers } = request
  const isBytes = request.body instanceof Uint8Array
  if (!isBytes && request.readableDidRead) return ALREADY_PARSED
  const body = isBytes ? (request.body as Uint8Array) : await readBody(request)
  return body ? handler({ method, path: originalUrl ?? url, headers, body }) : TOO_LARGE
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
