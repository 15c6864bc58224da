import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/index.ts'
import { type Context, parseQuery, type WebRequest, type WebServer } from '../../platform/index.ts'
import { findStaffOf, takeTicket } from '../authenticate.ts'
import { cookieHeader, STAFF_COOKIE } from '../cookies.ts'
import { appPolicy, type BuiltApp, sendApp, sendPart } from './built-app.ts'
import { ancestorsOfOperator, frameAncestors } from './frame-ancestors.ts'
import { html, page, pagePolicy } from './html.ts'
import { isNavigation, isPrefetch } from './prefetch.ts'

const ADMIN: BuiltApp = { name: 'The admin', path: '/admin' }
/** Headers of pages that show personal data, and of the address that takes a secret ticket. */
const HEADERS = { 'cache-control': 'no-store', 'cross-origin-opener-policy': 'same-origin' }
/** Keeps the origin of the page that frames the admin in the redirected request; the ticket's address is never a referrer. */
const REDIRECT_HEADERS = { 'referrer-policy': 'strict-origin' }

/** The admin: one page at `/admin` and at every address below it, its parts, and the address that takes a ticket of single sign-on. */
export function addAdmin(app: WebServer, ctx: Context): void {
  const ancestorsOf = frameAncestors(ctx)

  const sendAdmin = async (request: WebRequest, reply: FastifyReply) => {
    const frameAncestors = await ancestorsOfStaff(request, reply)
    // It frames the preview of the game.
    const policy = appPolicy({ images: "'self'", frameAncestors, others: ["frame-src 'self'"] })
    return sendApp(reply, ADMIN, { ...HEADERS, 'content-security-policy': policy })
  }

  /** Staff of the platform are never framed, those of an operator only by its origins. */
  const ancestorsOfStaff = async (request: WebRequest, reply: FastifyReply) => {
    try {
      const staff = await findStaffOf(ctx, request, reply)
      if (staff === null) return await ancestorsOf(request)
      return staff.operator === null ? "'none'" : ancestorsOfOperator(ctx.config, staff.operator)
    } catch (error) {
      if (error instanceof Refusal) return "'none'"
      throw error
    }
  }

  const takeTicketOf = async (request: WebRequest, reply: FastifyReply) => {
    // A prefetch, or a part of a page such as an image, must not use up the ticket. Browsers do not cache a 503.
    if (isPrefetch(request) || !isNavigation(request)) return reply.code(503).headers(HEADERS).send()
    const taken = await takeTicket(ctx, request, reply, parseQuery(request.raw.url ?? '').ticket)
    if (taken === null) return sendInvalidTicket(reply, await ancestorsOf(request))
    const cookie = cookieHeader(ctx, STAFF_COOKIE, taken.sessionToken)
    return reply.headers({ ...HEADERS, ...REDIRECT_HEADERS, ...cookie }).redirect(taken.returnPath, 303)
  }

  app.get('/admin', async (request, reply) => sendAdmin(request, reply))
  app.get('/admin/sso', async (request, reply) => takeTicketOf(request, reply))
  app.get<{ Params: { '*': string } }>('/admin/*', async (request, reply) => {
    const name = request.params['*']
    return name.startsWith('assets/') ? sendPart(reply, ADMIN, name) : sendAdmin(request, reply)
  })
}

/** The same page for every ticket that cannot be used, so that it reveals nothing about one. */
function sendInvalidTicket(reply: FastifyReply, ancestors: string | null): FastifyReply {
  const title = 'This sign-in link cannot be used'
  const body = html`<h1>${title}</h1><p class="lead">It works once, and for one minute.</p>
<p>Go back to the page that you came from, and open the admin there again.</p>
<p class="muted">Signed in already? <a href="/admin">Open the admin</a></p>`
  return reply
    .code(410)
    .headers({ ...HEADERS, 'content-security-policy': pagePolicy({ frameAncestors: ancestors }) })
    .type('text/html; charset=utf-8')
    .send(page(`${title} – Coffer`, body, { isAlone: true }))
}
