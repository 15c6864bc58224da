import { Refusal } from '../../kernel/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { buildOpenApi } from '../openapi/index.ts'
import { addAdmin } from './admin.ts'
import { errorListPage, errorPage, isErrorCode } from './error-pages.ts'
import { addGame } from './game.ts'
import { addKyc } from './kyc.ts'
import { landingPage } from './landing.ts'
import { addMedia } from './media.ts'
import { referencePage } from './reference.ts'
import { sendPage } from './send-page.ts'
import { addVerifier } from './verifier.ts'

export { unbuiltWords } from './built-pages.ts'

/** What a person sees of the service in a browser, and the files that belong to it. */
export function addPages(app: WebServer, ctx: Context): void {
  const reference = madeOnce((baseUrl) => referencePage(buildOpenApi(baseUrl)))
  const document = madeOnce((baseUrl) => JSON.stringify(buildOpenApi(baseUrl)))
  app.get('/', async (_request, reply) => sendPage(reply, landingPage()))
  app.get('/docs', async (_request, reply) => sendPage(reply, reference(ctx.config.baseUrl)))
  app.get('/docs/errors', async (_request, reply) => sendPage(reply, errorListPage()))
  app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    if (!isErrorCode(request.params.code)) throw new Refusal('NOT_FOUND')
    return sendPage(reply, errorPage(request.params.code))
  })
  app.get('/openapi.json', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache')
    return reply.type('application/json; charset=utf-8').send(document(ctx.config.baseUrl))
  })
  addGame(app, ctx)
  addKyc(app, ctx)
  addAdmin(app)
  addVerifier(app)
  addMedia(app, ctx)
}

/** Keeps a text: to make it takes long, and it depends on the base address alone, which is known once the service listens. */
function madeOnce(make: (baseUrl: string) => string): (baseUrl: string) => string {
  let made: { baseUrl: string; text: string } | null = null
  return (baseUrl) => {
    if (made?.baseUrl !== baseUrl) made = { baseUrl, text: make(baseUrl) }
    return made.text
  }
}
