import type { FastifyReply } from 'fastify'
import { findKycLink } from '../../kyc/index.ts'
import type { Operator } from '../../operators/index.ts'
import { permissionsPolicy } from '../../platform/http-server.ts'
import { type Context, parseQuery, type WebRequest, type WebServer } from '../../platform/index.ts'
import { findBrowserOf, lookForLink } from '../authenticate.ts'
import { addParts, appPolicy, type BuiltApp, findStyles, sendApp } from './built-app.ts'
import { isBuilt } from './built-pages.ts'
import { html, LETTERS_POLICY, PAGE_POLICY, page } from './html.ts'
import { expiredWords } from './kyc-expired-words.ts'
import { isPrefetch } from './prefetch.ts'

const KYC: BuiltApp = { name: 'The verification page', path: '/kyc' }

/** What stands on every answer of the page, expired or not (decisions §11). */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  // Else the window that opened it could not be told when it is done.
  'cross-origin-opener-policy': 'unsafe-none',
  'permissions-policy': permissionsPolicy('(self)'),
}

/** The verification page at `/kyc`, whose own first request takes the link, and its files below. */
export function addKyc(app: WebServer, ctx: Context): void {
  app.get('/kyc', async (request, reply) => showPage(ctx, request, reply))
  // Looking whether a link is there takes nothing from it.
  app.head('/kyc', async (_request, reply) => reply.headers(HEADERS).send())
  addParts(app, KYC)
}

/** Takes nothing from a link: scanners of mails and chats ask for it too. */
async function showPage(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, locale } = parseQuery(request.raw.url ?? '')
  // An answer that is no success is not kept: the browser asks again when the person really comes.
  if (isNoVisit(request)) return reply.code(503).headers(HEADERS).send()
  if (!(await isBuilt(KYC.path))) return sendApp(reply, KYC, HEADERS)
  const operator = typeof token === 'string' ? await lookForLink(ctx, request, reply, token, findKycLink) : null
  // A reload runs on the cookie.
  const shown = operator ?? (await findBrowserOf(ctx, request, reply, token))?.operator ?? null
  return shown === null ? sendExpired(reply, String(locale ?? '')) : sendWizard(ctx, reply, shown)
}

/** A browser that looks ahead, or that would show the page in a frame, where it does not run. */
function isNoVisit(request: WebRequest): boolean {
  return (
    isPrefetch(request) || /^(iframe|frame|embed|object|image)$/.test(String(request.headers['sec-fetch-dest'] ?? ''))
  )
}

/** Of what lies elsewhere, the page shows the operator's logo and nothing else. */
function sendWizard(ctx: Context, reply: FastifyReply, { settings }: Operator): Promise<FastifyReply> {
  const { logoUrl } = settings
  const logo = logoUrl === null ? '' : ` ${new URL(logoUrl, ctx.config.baseUrl).origin}`
  const policy = appPolicy({ images: `'self' data: blob:${logo}`, frameAncestors: "'none'" })
  return sendApp(reply, KYC, { ...HEADERS, 'content-security-policy': policy })
}

/** Says what happened and what to do, in the player's language, with nothing to run. Not every device has Arabic letters, so the wizard's come along. */
async function sendExpired(reply: FastifyReply, locale: string): Promise<FastifyReply> {
  const { language, title, what, next, safe } = expiredWords(locale)
  const letters = language === 'ar' ? await findStyles(KYC, 'arabic-font') : null
  const body = html`<h1>${title}</h1><p class="lead">${what}</p><p>${next}</p><p class="muted">${safe}</p>`
  return reply
    .code(410)
    .headers({ ...HEADERS, 'content-security-policy': letters === null ? PAGE_POLICY : LETTERS_POLICY })
    .type('text/html; charset=utf-8')
    .send(page(`${title} – Coffer`, body, { language, isAlone: true, letters }))
}
