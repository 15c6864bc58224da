import { listActiveOperators, type Operator } from '../../operators/index.ts'
import type { Config, Context, WebRequest } from '../../platform/index.ts'

/** `frame-ancestors` of our pages, from the operators' `allowedOrigins` (decisions §11). */

/** Refresh interval of the lists. */
const LISTS_MS = 5_000
/** Request headers that {@link frameAncestors} depends on. */
export const FRAME_VARY = 'Referer, Sec-Fetch-Dest, Sec-Fetch-Site'
/** Values of `Sec-Fetch-Dest` of a framed request. */
const FRAMES: ReadonlySet<unknown> = new Set(['iframe', 'frame', 'embed', 'object'])

/** The allow-list of each active operator. Null: any page may frame ours. */
type Lists = readonly (readonly string[])[] | null

/** The origins that may frame a page whose operator the request does not show. Null: any page may. */
export function frameAncestors(ctx: Context): (request: WebRequest) => Promise<string | null> {
  const readLists = makeLists(ctx)
  return async (request) => {
    const lists = await readLists()
    return hidesItself(ctx, request) ? "'none'" : ancestorsOf(lists, originAround(ctx, request))
  }
}

/** The origins that may frame a page of this operator. Null: any page may, which only development allows. */
export function ancestorsOfOperator({ environment }: Config, { settings }: Operator): string | null {
  const { allowedOrigins } = settings
  if (allowedOrigins.length > 0) return allowedOrigins.join(' ')
  return environment === 'production' ? "'none'" : null
}

function makeLists(ctx: Context): () => Promise<Lists> {
  let known: { readAt: number; lists: Promise<Lists> } | null = null
  return () => {
    const now = ctx.clock.mono()
    if (!known || now - known.readAt > LISTS_MS) {
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

/** The address that the request comes from, by its header; null without one. */
function refererOf({ headers }: WebRequest): URL | null {
  const url = URL.parse(headers.referer ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** True for a framed request of another site without a referer, in production. Our own pages reload without one, too. */
function hidesItself({ config }: Context, request: WebRequest): boolean {
  const { 'sec-fetch-dest': dest, 'sec-fetch-site': site } = request.headers
  const isFramed = FRAMES.has(dest) && site !== 'same-origin'
  return config.environment === 'production' && isFramed && refererOf(request) === null
}

/** The origin of the framing page; null when it is not sent, or when it is our own. */
function originAround({ config }: Context, request: WebRequest): string | null {
  const origin = refererOf(request)?.origin ?? null
  return origin === new URL(config.baseUrl).origin ? null : origin
}

/**
 * The lists that contain the framing origin, or all of them when no origin was sent. The request does not show its operator: the game's
 * token is in the fragment, and a cookie may be blocked. The game then checks the framing page itself.
 */
function ancestorsOf(lists: Lists, around: string | null): string | null {
  if (lists === null) return null
  const seen = around === null ? lists : lists.filter((list) => list.includes(around))
  return [...new Set(seen.flat())].join(' ') || "'none'"
}
