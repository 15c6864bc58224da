import type { WebServer } from '../../platform/index.ts'
import { appPolicy, type BuiltApp, sendApp, sendPart } from './built-app.ts'

const ADMIN: BuiltApp = { name: 'The desk', path: '/admin' }

/** In no frame, and kept nowhere: what stands on it is personal, and a click on it decides. */
const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': appPolicy({ images: "'self'", frameAncestors: "'none'" }),
}

/** The desks of the platform's staff: one page at `/admin` and at every address below it, and its parts. */
export function addAdmin(app: WebServer): void {
  app.get('/admin', async (_request, reply) => sendApp(reply, ADMIN, HEADERS))
  app.get<{ Params: { '*': string } }>('/admin/*', async (request, reply) => {
    const name = request.params['*']
    return name.startsWith('assets/') ? sendPart(reply, ADMIN, name) : sendApp(reply, ADMIN, HEADERS)
  })
}
