import { bodyOf, type ReadableRequest } from './raw-body.ts'
import type { RawHandler, RawResponse } from './raw-handler.ts'

type FastifyRequestLike = {
  method: string
  originalUrl: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}
type FastifyReplyLike = {
  code(status: number): unknown
  headers(headers: Record<string, string>): unknown
  send(body: string): unknown
}

/** As much of Fastify as the plugin uses, so that the SDK needs none. */
export type FastifyLike = {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(type: string, parser: (request: unknown, payload: ReadableRequest) => Promise<unknown>): unknown
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown
}

/**
 * A Fastify plugin with one POST route for a wallet handler or a webhook handler: `app.register(fastifyPlugin(path, handler))`.
 * Inside the plugin bodies stay raw; the parsers of the rest of the app stay as they are.
 */
export function fastifyPlugin(path: string, handler: RawHandler) {
  return async (app: FastifyLike): Promise<void> => {
    app.removeAllContentTypeParsers()
    // Not `parseAs: 'buffer'`: Fastify waits without end for a stream that a host or a middleware has read before.
    app.addContentTypeParser('*', (_request, payload) => bodyOf(payload))
    app.post(path, async (request, reply) => {
      const { method, originalUrl, headers } = request
      // What the parser gave. Fastify asks no parser for a request without a body.
      const body = (request.body ?? new Uint8Array()) as Uint8Array | RawResponse
      const answer = body instanceof Uint8Array ? await handler({ method, path: originalUrl, headers, body }) : body
      reply.code(answer.status)
      reply.headers(answer.headers)
      return reply.send(answer.body)
    })
  }
}
