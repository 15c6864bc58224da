import type { FastifyReply } from 'fastify'
import type { Context, WebRequest, WebServer } from '../../platform/index.ts'
import { addParts, appPolicy, type BuiltApp, sendApp } from './built-app.ts'
import { FRAME_VARY, frameAncestors } from './frame-ancestors.ts'

/** Scripts and styles of its preview, a page in a sandbox, are requests of another origin. */
const GAME: BuiltApp = { name: 'The game', path: '/play', isShared: true }
const IMAGES = "'self' https: data:"
/** The preview has an origin of its own, so it cannot act for the member of staff whose page frames it. */
const SANDBOX = 'sandbox allow-scripts allow-forms'

/** The game app: its page at `/play`, its preview in the admin at `/play/preview`, its files below. */
export function addGame(app: WebServer, ctx: Context): void {
  const ancestorsOf = frameAncestors(ctx)

  const sendGame = async (request: WebRequest, reply: FastifyReply) => {
    const policy = appPolicy({ images: IMAGES, frameAncestors: await ancestorsOf(request) })
    return send(reply, policy)
  }

  /** The same page, which shows what the admin around it posts. Its scripts can send no requests. */
  const sendPreview = async (request: WebRequest, reply: FastifyReply) => {
    const frameAncestors = withSelf(await ancestorsOf(request))
    const policy = appPolicy({ images: IMAGES, frameAncestors, connect: "'none'", others: [SANDBOX] })
    return send(reply, policy)
  }

  app.get('/play', async (request, reply) => sendGame(request, reply))
  app.get('/play/', async (request, reply) => sendGame(request, reply))
  app.get('/play/preview', async (request, reply) => sendPreview(request, reply))
  addParts(app, GAME)
}

function send(reply: FastifyReply, policy: string): Promise<FastifyReply> {
  return sendApp(reply, GAME, { 'content-security-policy': policy, 'cache-control': 'no-cache', vary: FRAME_VARY })
}

/** The admin frames the preview, and pages of operators frame the admin. */
function withSelf(ancestors: string | null): string | null {
  if (ancestors === null) return null
  return ancestors === "'none'" ? "'self'" : `'self' ${ancestors}`
}
