import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Route } from '@coffer/contract/route'
import type { FastifyReply } from 'fastify'
import type { ActionAnswer } from '../actions/index.ts'
import { assert } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { encodingFor } from './encoding.ts'
import { answerOfError, completeError, type ErrorAnswer, isErrorBody } from './errors.ts'
import { type AnyAnswer, replayHeaders, type Shown } from './handlers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer of a route. Only what the contract names goes out; one that does not fit it is a bug. */
export async function sendAnswer(
  ctx: Context,
  route: Route,
  request: WebRequest,
  reply: FastifyReply,
  answer: AnyAnswer,
): Promise<FastifyReply> {
  const { status, body, headers = {} } = 'action' in answer ? answerOfAction(answer.action) : answer
  if (isErrorBody(body)) return sendError(ctx, request, reply, { status, body, headers })
  const schema = route.success[status]
  assert(schema !== undefined, `${route.method} ${route.path} does not answer ${status}`)
  reply.code(status).headers(headers)
  if (schema === null) return reply.send()
  if (typeof schema === 'string') return reply.send(body)
  const text = JSON.stringify(schema.parse(body))
  return isPackable(route) ? sendPacked(ctx, request, reply, text) : reply.type(JSON_TYPE).send(text)
}

/** Headers say whether it is a repeat, and when to repeat it. */
function answerOfAction({ status, body, replayed, retryAfterSeconds }: ActionAnswer): Shown<number, unknown> {
  const headers = replayHeaders(replayed)
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return { status, body, headers }
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

function sendError(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  { status, body, headers }: ErrorAnswer,
): FastifyReply {
  return sendJson(reply.code(status).headers(headers), completeError(ctx, request.id, body))
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type(JSON_TYPE).send(JSON.stringify(body))
}
