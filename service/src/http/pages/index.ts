import { Refusal } from '../../kernel/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { buildOpenApi } from '../openapi/index.ts'
import { sendJson } from '../send-answer.ts'
import { errorListPage, errorPage, isErrorCode } from './error-pages.ts'
import { addGame } from './game.ts'
import { landingPage } from './landing.ts'
import { addMedia } from './media.ts'
import { referencePage } from './reference.ts'
import { sendPage } from './send-page.ts'
import { addVerifier } from './verifier.ts'

/** What a person sees of the service in a browser, and the files that belong to it. */
export function addPages(app: WebServer, ctx: Context): void {
  app.get('/', async (_request, reply) => sendPage(reply, landingPage()))
  app.get('/docs', async (_request, reply) => sendPage(reply, referencePage(buildOpenApi(ctx.config.baseUrl))))
  app.get('/docs/errors', async (_request, reply) => sendPage(reply, errorListPage()))
  app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    if (!isErrorCode(request.params.code)) throw new Refusal('NOT_FOUND')
    return sendPage(reply, errorPage(request.params.code))
  })
  app.get('/openapi.json', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache')
    return sendJson(reply, buildOpenApi(ctx.config.baseUrl))
  })
  addGame(app, ctx)
  addVerifier(app)
  addMedia(app, ctx)
}
