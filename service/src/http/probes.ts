import type { WebServer } from '../platform/index.ts'
import { sendJson } from './send-answer.ts'

/** What `/readyz` asks of the process. */
export type Readiness = {
  /** Why the process should get no requests now; empty when it may. */
  obstacles(): Promise<string[]>
  version: { version: string; commit: string | null; node: string }
}

/** `/healthz`: the process lives. `/readyz`: it can serve. `/version`: what it is. */
export function addProbes(app: WebServer, readiness: Readiness): void {
  app.get('/healthz', async (_request, reply) => sendJson(reply, { status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const obstacles = await readiness.obstacles()
    if (obstacles.length === 0) return sendJson(reply, { status: 'ready' })
    return sendJson(reply.code(503), { status: 'not_ready', obstacles })
  })
  app.get('/version', async (_request, reply) => sendJson(reply, readiness.version))
}
