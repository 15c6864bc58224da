import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WalletHandler, WalletResponse } from './wallet-handler.ts'

const MAX_BODY_BYTES = 64 * 1024
const TOO_LARGE: WalletResponse = {
  status: 413,
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: JSON.stringify({ error: { code: 'BODY_TOO_LARGE', message: 'The body is larger than 64 kB.' } }),
}

/** Serves a wallet handler from plain `node:http`. Reads at most 64 kB of a body. */
export function nodeWalletListener(handler: WalletHandler) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await readBody(request)
      const { method = '', url: path = '', headers } = request
      const answer = body ? await handler({ method, path, headers, body }) : TOO_LARGE
      response.writeHead(answer.status, answer.headers).end(answer.body)
    } catch (error) {
      // Nothing was decided; a cut connection says just that.
      response.destroy(error instanceof Error ? error : undefined)
    }
  }
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
