import type { FastifyReply } from 'fastify'
import { PAGE_POLICY } from './html.ts'

/** Sends one of the service's own pages. */
export function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(text)
}
