import type { FastifyReply } from 'fastify'
import { listActiveOperators } from '../../operators/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { addParts, appPolicy, type BuiltApp, sendApp } from './built-app.ts'

const GAME: BuiltApp = { name: 'The game', path: '/play' }
/** Who may frame the game is read again after so long. */
const ANCESTORS_MS = 5_000

/** The game app: its page at `/play`, its files below. */
export function addGame(app: WebServer, ctx: Context): void {
  const ancestors = makeAncestors(ctx)
  const sendGame = async (reply: FastifyReply) => {
    const policy = appPolicy({ images: "'self' https: data:", frameAncestors: await ancestors() })
    return sendApp(reply, GAME, { 'content-security-policy': policy, 'cache-control': 'no-cache' })
  }
  app.get('/play', async (_request, reply) => sendGame(reply))
  app.get('/play/', async (_request, reply) => sendGame(reply))
  addParts(app, GAME)
}

/** Null: any page may frame the game. */
type Ancestors = () => Promise<string | null>

function makeAncestors(ctx: Context): Ancestors {
  let known: { readAt: number; origins: Promise<string | null> } | null = null
  return () => {
    const now = ctx.clock.mono()
    if (!known || now - known.readAt > ANCESTORS_MS) {
      const origins = readAncestors(ctx)
      origins.catch(() => (known = null))
      known = { readAt: now, origins }
    }
    return known.origins
  }
}

/** The page does not know yet whose player comes, so all active operators' origins stand in its policy. */
async function readAncestors(ctx: Context): Promise<string | null> {
  const operators = await ctx.systemTx(listActiveOperators)
  const anyOpen = operators.some(({ settings }) => settings.allowedOrigins.length === 0)
  if (anyOpen && ctx.config.environment !== 'production') return null
  const origins = [...new Set(operators.flatMap(({ settings }) => settings.allowedOrigins))]
  return origins.length > 0 ? origins.join(' ') : "'none'"
}
