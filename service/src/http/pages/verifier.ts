import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WebServer } from '../../platform/index.ts'
import { notBuiltPage } from './built-app.ts'
import { BUILT_PAGES } from './built-pages.ts'
import { sendPage } from './send-page.ts'
import { sendFile } from './static-files.ts'

const { folder, file } = BUILT_PAGES['/fairness/verify']
const PAGE = join(folder, file)

/** The verifier page is one file, built from `packages/fairness`. It brings its own policy, which the header repeats. */
export function addVerifier(app: WebServer): void {
  app.get('/fairness/verify', async (_request, reply) => {
    const text = await readFile(PAGE, 'utf8').catch(() => null)
    if (text === null) return sendPage(reply, notBuiltPage('The verifier'), 503)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? "default-src 'none'"
    const headers = { 'content-security-policy': `${policy}; frame-ancestors 'none'`, 'cache-control': 'no-cache' }
    return sendFile(reply, folder, file, headers)
  })
}
