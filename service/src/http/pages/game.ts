import type { FastifyReply } from 'fastify'
import { listActiveOperators } from '../../operators/index.ts'
import type { Context, WebRequest, WebServer } from '../../platform/index.ts'
import { addParts, appPolicy, type BuiltApp, sendApp } from './built-app.ts'

const GAME: BuiltApp = { name: 'The game', path: '/play' }
/** Who may frame the game is read again after so long. */
const ANCESTORS_MS = 5_000
/** What the page's policy depends on. */
const VARY = 'Referer, Sec-Fetch-Dest, Sec-Fetch-Site'
/** What a browser loads into a page of somebody else's. */
const FRAMES: ReadonlySet<unknown> = new Set(['iframe', 'frame', 'embed', 'object'])

/** The game app: its page at `/play`, its files below. */
export function addGame(app: WebServer, ctx: Context): void {
  const readLists = makeLists(ctx)
  const sendGame = async (request: WebRequest, reply: FastifyReply) => {
    const lists = await readLists()
    const frameAncestors = hidesItself(ctx, request) ? "'none'" : ancestorsOf(lists, originAround(ctx, request))
    const policy = appPolicy({ images: "'self' https: data:", frameAncestors })
    return sendApp(reply, GAME, { 'content-security-policy': policy, 'cache-control': 'no-cache', vary: VARY })
  }
  app.get('/play', async (request, reply) => sendGame(request, reply))
  app.get('/play/', async (request, reply) => sendGame(request, reply))
  addParts(app, GAME)
}

/** The allow-list of each active operator. Null: any page may frame the game. */
type Lists = readonly (readonly string[])[] | null

function makeLists(ctx: Context): () => Promise<Lists> {
  let known: { readAt: number; lists: Promise<Lists> } | null = null
  return () => {
    const now = ctx.clock.mono()
    if (!known || now - known.readAt > ANCESTORS_MS) {
      const lists = findLists(ctx)
      lists.catch(() => (known = null))
      known = { readAt: now, lists }
    }
    return known.lists
  }
}

async function findLists(ctx: Context): Promise<Lists> {
  const operators = await ctx.systemTx(listActiveOperators)
  const lists = operators.map(({ settings }) => settings.allowedOrigins)
  const anyOpen = lists.some((list) => list.length === 0)
  return anyOpen && ctx.config.environment !== 'production' ? null : lists
}

/** Where the request comes from, as the browser tells it; null when it does not. */
function refererOf({ headers }: WebRequest): URL | null {
  const url = URL.parse(headers.referer ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** A page that frames the game in production, and forbids its browser to tell whose page it is. The game loads itself anew, too. */
function hidesItself({ config }: Context, request: WebRequest): boolean {
  const { 'sec-fetch-dest': dest, 'sec-fetch-site': site } = request.headers
  const isFramed = FRAMES.has(dest) && site !== 'same-origin'
  return config.environment === 'production' && isFramed && refererOf(request) === null
}

/** The page that frames the game; null when that is not told, or when it is the game itself. */
function originAround({ config }: Context, request: WebRequest): string | null {
  const origin = refererOf(request)?.origin ?? null
  return origin === new URL(config.baseUrl).origin ? null : origin
}

/**
 * Whose player comes stands in the fragment, which is not sent: a page that is told sees the lists that it stands on, and one that is
 * not sees all. A browser that tells the game the page around it has the game go on only where its own player's operator lets it.
 */
function ancestorsOf(lists: Lists, around: string | null): string | null {
  if (lists === null) return null
  const seen = around === null ? lists : lists.filter((list) => list.includes(around))
  return [...new Set(seen.flat())].join(' ') || "'none'"
}
