import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WebServer } from '../../platform/index.ts'
import { html, page } from './html.ts'
import { sendPage } from './send-page.ts'

const PAGE = join(import.meta.dirname, '../../../../packages/fairness/dist/verify.html')

/** The verifier page is one file, built from `packages/fairness`. It brings its own policy, which the header repeats. */
export function addVerifier(app: WebServer): void {
  app.get('/fairness/verify', async (_request, reply) => {
    const text = await readFile(PAGE, 'utf8').catch(() => null)
    if (text === null) return sendPage(reply, notBuiltPage(), 503)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? "default-src 'none'"
    reply.header('content-security-policy', `${policy}; frame-ancestors 'none'`).header('cache-control', 'no-cache')
    return reply.type('text/html; charset=utf-8').send(text)
  })
}

function notBuiltPage(): string {
  return page(
    'Not built – Coffer',
    html`<h1>The verifier is not built yet</h1>
<p>Run <code>npm start</code> once: it builds it. Until then <code>coffer verify</code> does the same on the command line.</p>`,
  )
}
