import type { Route } from '@coffer/contract/route'
import type { FastifyReply } from 'fastify'
import { assert } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { answerOfError, completeError, isErrorBody } from './errors.ts'
import type { HttpAnswer } from './handlers.ts'

/** Sends an answer of a route. Only what the contract names goes out; one that does not fit it is a bug. */
export function sendAnswer(
  ctx: Context,
  route: Route,
  request: WebRequest,
  reply: FastifyReply,
  answer: HttpAnswer,
): FastifyReply {
  if (isErrorBody(answer.body)) return sendError(ctx, request, reply, answer)
  const schema = route.success[answer.status]
  assert(schema !== undefined, `${route.method} ${route.path} does not answer ${answer.status}`)
  reply.code(answer.status).headers(answer.headers ?? {})
  if (schema === null) return reply.send()
  if (schema === 'image') return reply.send(answer.body)
  return sendJson(reply, schema.parse(answer.body))
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
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
