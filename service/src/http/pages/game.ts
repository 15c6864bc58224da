import { access } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/index.ts'
import { listActiveOperators } from '../../operators/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { html, page } from './html.ts'
import { sendPage } from './send-page.ts'

const GAME_DIR = join(import.meta.dirname, '../../../../apps/game/dist')
const KEPT_FOR_EVER = { maxAge: '365d', immutable: true }
const KEPT_AN_HOUR = { maxAge: '1h', immutable: false }
/** Who may frame the game is read again after so long. */
const ANCESTORS_MS = 5_000

/** The game app: its page at `/play`, its files below. Their names hold their hash, so they never change. */
export function addGame(app: WebServer, ctx: Context): void {
  const ancestors = makeAncestors(ctx)
  app.register(fastifyStatic, { root: GAME_DIR, serve: false, cacheControl: false, dotfiles: 'deny' })
  const sendGame = async (reply: FastifyReply) => {
    if (!(await isBuilt())) return sendPage(reply, notBuiltPage(), 503)
    reply.header('content-security-policy', gamePolicy(await ancestors())).header('cache-control', 'no-cache')
    return reply.sendFile('index.html')
  }
  app.get('/play', async (_request, reply) => sendGame(reply))
  app.get('/play/', async (_request, reply) => sendGame(reply))
  app.get<{ Params: { '*': string } }>('/play/*', async (request, reply) => {
    const file = request.params['*']
    if (file === 'index.html' || !(await isBuilt())) throw new Refusal('NOT_FOUND')
    const hashed = file.startsWith('assets/')
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    // Of a file that is there only: a browser that kept a part as missing would never get it.
    return reply.sendFile(file, { cacheControl: true, ...(hashed ? KEPT_FOR_EVER : KEPT_AN_HOUR) })
  })
}

async function isBuilt(): Promise<boolean> {
  return access(join(GAME_DIR, 'index.html')).then(
    () => true,
    () => false,
  )
}

function notBuiltPage(): string {
  return page(
    'Not built – Coffer',
    html`<h1>The game is not built yet</h1><p>Run <code>npm start</code> once: it builds it.</p>`,
  )
}

/** Null: any page may frame the game. */
type Ancestors = () => Promise<readonly string[] | null>

function makeAncestors(ctx: Context): Ancestors {
  let known: { readAt: number; origins: Promise<readonly string[] | null> } | null = null
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
async function readAncestors(ctx: Context): Promise<readonly string[] | null> {
  const operators = await ctx.systemTx(listActiveOperators)
  const anyOpen = operators.some(({ settings }) => settings.allowedOrigins.length === 0)
  if (anyOpen && ctx.config.environment !== 'production') return null
  return [...new Set(operators.flatMap(({ settings }) => settings.allowedOrigins))]
}

function gamePolicy(ancestors: readonly string[] | null): string {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  if (ancestors !== null) rules.push(`frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`)
  return rules.join('; ')
}
