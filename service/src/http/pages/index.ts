import { Refusal } from '../../kernel/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { buildOpenApi } from '../openapi/index.ts'
import { addAdmin } from './admin.ts'
import { addVerifier } from './built-app.ts'
import { errorListPage, errorPage, isErrorCode } from './error-pages.ts'
import { addGame } from './game.ts'
import { html, page } from './html.ts'
import { KeptText } from './kept-text.ts'
import { addKyc } from './kyc.ts'
import { addMedia } from './media.ts'
import { referencePage } from './reference.ts'
import { sendKeptPage } from './send-page.ts'

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
  addAdmin(app, ctx)
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

/** The page at `/`: what this is, and where to go on. */
function landingPage(): string {
  return page(
    'Coffer',
    html`<h1>Boxes that anyone can check</h1>
<p class="lead">Coffer runs box-opening games for casinos and shops. Every draw is committed to before it is paid for, and money
is never charged twice or lost.</p>
<ul class="cards">
<li><a href="/docs"><strong>API reference</strong><span class="muted">Player API, backend API, wallet calls, and the envelope
that signs them.</span></a></li>
<li><a href="/openapi.json"><strong>OpenAPI 3.1</strong><span class="muted">The same as a file, for generators and
clients.</span></a></li>
<li><a href="/docs/errors"><strong>Error codes</strong><span class="muted">What each one means, and what to do
next.</span></a></li>
<li><a href="/fairness/verify"><strong>Verify a round</strong><span class="muted">Draw any finished round again, in your own
browser.</span></a></li>
</ul>
<p class="muted">Playing? Start the game from your casino: it opens with a link that is yours alone.</p>`,
  )
}
