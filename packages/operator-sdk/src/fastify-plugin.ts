import { MAX_BODY_BYTES, type RawHandler } from './raw-handler.ts'

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
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown
}

/**
 * A Fastify plugin with one POST route for a wallet handler or a webhook handler: `app.register(fastifyPlugin(path, handler))`.
 * Inside the plugin bodies stay raw; the parsers of the rest of the app stay as they are.
 */
export function fastifyPlugin(path: string, handler: RawHandler) {
  return async (app: FastifyLike): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    app.post(path, async (request, reply) => {
      const { method, originalUrl, headers } = request
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const answer = await handler({ method, path: originalUrl, headers, body })
      reply.code(answer.status)
      reply.headers(answer.headers)
      return reply.send(answer.body)
    })
  }
}
