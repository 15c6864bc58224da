import type { FastifyReply } from 'fastify'
import type { Context, WebRequest, WebServer } from '../../platform/index.ts'
import { addParts, appPolicy, type BuiltApp, sendApp } from './built-app.ts'
import { FRAME_VARY, frameAncestors } from './frame-ancestors.ts'

const GAME: BuiltApp = { name: 'The game', path: '/play' }

/** The game app: its page at `/play`, its files below. */
export function addGame(app: WebServer, ctx: Context): void {
  const ancestorsOf = frameAncestors(ctx)
  const sendGame = async (request: WebRequest, reply: FastifyReply) => {
    const policy = appPolicy({ images: "'self' https: data:", frameAncestors: await ancestorsOf(request) })
    return sendApp(reply, GAME, { 'content-security-policy': policy, 'cache-control': 'no-cache', vary: FRAME_VARY })
  }
  app.get('/play', async (request, reply) => sendGame(request, reply))
  app.get('/play/', async (request, reply) => sendGame(request, reply))
  addParts(app, GAME)
}
