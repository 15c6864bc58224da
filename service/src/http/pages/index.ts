import { Refusal } from '../../kernel/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { buildOpenApi } from '../openapi/index.ts'
import { addAdmin } from './admin.ts'
import { errorListPage, errorPage, isErrorCode } from './error-pages.ts'
import { addGame } from './game.ts'
import { KeptText } from './kept-text.ts'
import { addKyc } from './kyc.ts'
import { landingPage } from './landing.ts'
import { addMedia } from './media.ts'
import { referencePage } from './reference.ts'
import { sendKeptPage } from './send-page.ts'
import { addVerifier } from './verifier.ts'

export { unbuiltWords } from './built-pages.ts'

/** What a person sees of the service in a browser, and the files that belong to it. */
export function addPages(app: WebServer, ctx: Context): void {
  const kept = keeper(ctx)
  app.get('/', async (_request, reply) => sendKeptPage(reply, kept('/', landingPage)))
  app.get('/docs', async (_request, reply) =>
    sendKeptPage(
      reply,
      kept('/docs', (baseUrl) => referencePage(buildOpenApi(baseUrl))),
    ),
  )
  app.get('/docs/errors', async (_request, reply) => sendKeptPage(reply, kept('/docs/errors', errorListPage)))
  app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
    const { code } = request.params
    if (!isErrorCode(code)) throw new Refusal('NOT_FOUND')
    return sendKeptPage(
      reply,
      kept(`/docs/errors/${code}`, () => errorPage(code)),
    )
  })
  app.get('/openapi.json', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache')
    const document = kept('/openapi.json', (baseUrl) => JSON.stringify(buildOpenApi(baseUrl)))
    return document.send(reply, 'application/json; charset=utf-8')
  })
  addGame(app, ctx)
  addKyc(app, ctx)
  addAdmin(app)
  addVerifier(app)
  addMedia(app, ctx)
}

type Kept = (path: string, make: (baseUrl: string) => string) => KeptText

/** Keeps what was made for an address: it takes long, and depends on the base address alone, which is known once the service listens. */
function keeper({ config }: Context): Kept {
  const texts = new Map<string, { baseUrl: string; text: KeptText }>()
  return (path, make) => {
    const { baseUrl } = config
    const known = texts.get(path)
    if (known?.baseUrl === baseUrl) return known.text
    const text = new KeptText(make(baseUrl))
    texts.set(path, { baseUrl, text })
    return text
  }
}
