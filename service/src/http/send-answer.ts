import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Route } from '@coffer/contract/route'
import type { FastifyReply } from 'fastify'
import { assert } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { encodingFor } from './encoding.ts'
import { answerOfError, completeError, isErrorBody } from './errors.ts'
import type { HttpAnswer } from './handlers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer of a route. Only what the contract names goes out; one that does not fit it is a bug. */
export async function sendAnswer(
  ctx: Context,
  route: Route,
  request: WebRequest,
  reply: FastifyReply,
  answer: HttpAnswer,
): Promise<FastifyReply> {
  if (isErrorBody(answer.body)) return sendError(ctx, request, reply, answer)
  const schema = route.success[answer.status]
  assert(schema !== undefined, `${route.method} ${route.path} does not answer ${answer.status}`)
  reply.code(answer.status).headers(answer.headers ?? {})
  if (schema === null) return reply.send()
  if (schema === 'image') return reply.send(answer.body)
  const text = JSON.stringify(schema.parse(answer.body))
  return isPackable(route) ? sendPacked(ctx, request, reply, text) : reply.type(JSON_TYPE).send(text)
}

/**
 * Whether a route's answers may leave compressed: only what is read, and only where the caller proves who it is by a header. The size of a
 * packed answer tells whether a text that somebody chose stands in it twice, so nothing that gives out a secret is packed, and nothing that
 * a foreign page could have a browser ask for with its cookie.
 */
function isPackable({ method, path }: Route): boolean {
  return method === 'GET' && !/^\/(kyc\/api|api\/admin)\//.test(path)
}

/** Large JSON leaves as gzip where the caller takes it. A thread beside the loop packs it. */
async function sendPacked(
  { limits }: Context,
  { headers }: WebRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept-Encoding').type(JSON_TYPE)
  const isLarge = Buffer.byteLength(text) >= limits.compressedJsonBytes
  if (!isLarge || encodingFor(headers['accept-encoding'], ['gzip']) === null) return reply.send(text)
  // The tag of the text is not the tag of these bytes.
  const etag = reply.getHeader('etag')
  if (etag !== undefined) reply.header('etag', `W/${etag}`)
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(text))
}

/** Answers what was thrown. */
export function sendThrown(ctx: Context, request: WebRequest, reply: FastifyReply, error: unknown): FastifyReply {
  return sendError(ctx, request, reply, answerOfError(ctx, request.id, error))
}

function sendError(ctx: Context, request: WebRequest, reply: FastifyReply, answer: HttpAnswer): FastifyReply {
  assert(isErrorBody(answer.body), 'an error answer holds an error')
  reply.code(answer.status).headers(answer.headers ?? {})
  return sendJson(reply, completeError(ctx, request.id, answer.body))
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type(JSON_TYPE).send(JSON.stringify(body))
}
