import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../../kernel/index.ts'
import { cameBy, type OpenedLink, openKycLink } from '../../kyc/index.ts'
import type { Operator } from '../../operators/index.ts'
import { permissionsPolicy } from '../../platform/http-server.ts'
import { type Context, parseQuery, type WebRequest, type WebServer } from '../../platform/index.ts'
import { lookForBrowser } from '../authenticate.ts'
import { cookieHeader, KYC_COOKIE } from '../cookies.ts'
import { lookForCaller } from '../strangers.ts'
import { addParts, appPolicy, type BuiltApp, findStyles, sendApp } from './built-app.ts'
import { isBuilt } from './built-pages.ts'
import { html, LETTERS_POLICY, PAGE_POLICY, page } from './html.ts'
import { expiredWords } from './kyc-expired-words.ts'

const KYC: BuiltApp = { name: 'The verification page', path: '/kyc' }

/** What stands on every answer of the page, expired or not (decisions §11). */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  // Else the window that opened it could not be told when it is done.
  'cross-origin-opener-policy': 'unsafe-none',
  'permissions-policy': permissionsPolicy('(self)'),
}

/** The verification page at `/kyc`, which a link opens once, and its files below. */
export function addKyc(app: WebServer, ctx: Context): void {
  app.get('/kyc', async (request, reply) => openPage(ctx, request, reply))
  // Looking whether a link is there takes nothing from it.
  app.head('/kyc', async (_request, reply) => reply.headers(HEADERS).send())
  addParts(app, KYC)
}

async function openPage(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, locale } = parseQuery(request.raw.url ?? '')
  // An answer that is no success is not kept: the browser asks again when the person really comes.
  if (isNoVisit(request)) return reply.code(503).headers(HEADERS).send()
  // No link is used up for a page that is not there.
  if (!(await isBuilt(KYC.path))) return sendApp(reply, KYC, HEADERS)
  if (typeof token === 'string' && isBearerToken('kt', token)) {
    const opened = await unlessNobody(() => openLink(ctx, request, reply, token))
    if (opened !== null) {
      return sendWizard(ctx, reply.headers(cookieHeader(ctx, KYC_COOKIE, opened.cookie)), opened.operator)
    }
  }
  const browser = await unlessNobody(() => lookForBrowser(ctx, request, reply))
  const isReload = browser !== null && (token === undefined || (typeof token === 'string' && cameBy(browser, token)))
  return isReload ? sendWizard(ctx, reply, browser.operator) : sendExpired(reply, String(locale ?? ''))
}

/** A browser that looks ahead, or that would show the page in a frame, where it does not run. */
function isNoVisit({ headers }: WebRequest): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  const isAhead = purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')))
  return isAhead || /^(iframe|frame|embed|object|image)$/.test(String(headers['sec-fetch-dest'] ?? ''))
}

function openLink(ctx: Context, request: WebRequest, reply: FastifyReply, token: string): Promise<OpenedLink> {
  return lookForCaller(ctx, request, reply, { kind: 'kycLink', token }, async () => {
    const opened = await openKycLink(ctx, token)
    if (opened === null) throw new Refusal('KYC_SESSION_ENDED')
    return opened
  })
}

/** Null where the page says that the link has ended. */
async function unlessNobody<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'RATE_LIMITED') return null
    throw error
  }
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
