import type { FastifyReply } from 'fastify'
import { PAGE_POLICY } from './html.ts'
import type { KeptText } from './kept-text.ts'

const TYPE = 'text/html; charset=utf-8'
const HEADERS = { 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' }

/** Sends one of the service's own pages, which stay as they are. */
export function sendKeptPage(reply: FastifyReply, page: KeptText): Promise<FastifyReply> {
  return page.send(reply.headers(HEADERS), TYPE)
}

/** Sends a page that says what is wrong now. */
export function sendPage(reply: FastifyReply, text: string, status: number): FastifyReply {
  return reply.code(status).headers(HEADERS).type(TYPE).send(text)
}
