import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf } from './raw-body.ts'
import type { RawHandler, RawResponse } from './raw-handler.ts'

/** What Express adds to a request: the target before a router cut it. */
type Request = IncomingMessage & { originalUrl?: string }

/**
 * Serves a wallet handler or a webhook handler from plain `node:http`, and as a route of Express. It takes the bytes that a host
 * left as `rawBody` or a parser such as `express.raw()` as `body`, or reads them; a request whose body was parsed and whose bytes
 * were not kept cannot be checked and is answered with 500 and the reason.
 */
export function nodeListener(handler: RawHandler) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { status, headers, body } = await answerOf(handler, request)
      response.writeHead(status, headers).end(body)
    } catch (error) {
      // Nothing was decided; a cut connection says just that.
      response.destroy(error instanceof Error ? error : undefined)
    }
  }
}

async function answerOf(handler: RawHandler, request: Request): Promise<RawResponse> {
  const { method = '', url = '', originalUrl, headers } = request
  const body = await bodyOf(request)
  return body instanceof Uint8Array ? handler({ method, path: originalUrl ?? url, headers, body }) : body
}
