import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/index.ts'
import type { WebServer } from '../../platform/index.ts'
import { BUILD_COMMAND, BUILT_PAGES, type BuiltPath, isBuilt } from './built-pages.ts'
import { html, page } from './html.ts'
import { sendPage } from './send-page.ts'
import { sendFile } from './static-files.ts'

/** One of the web apps: what it is called in a sentence, and the path that its page and its files stand under. */
export type BuiltApp = {
  name: string
  path: BuiltPath
  /** Pages of other origins may read its files. */
  isShared?: boolean
}

const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'
const KEPT_AN_HOUR = 'public, max-age=3600'
/** A drawing of an app, opened by itself, does not act as a page. */
const PART_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** A worker has the policy of its script. It loads nothing, and has no sandbox, because browsers do not start a worker in one. */
const SCRIPT_POLICY = "default-src 'none'"

/** Sends the page of an app with these headers; words that say what to do when the app was never built. */
export async function sendApp(
  reply: FastifyReply,
  app: BuiltApp,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  if (!(await isBuilt(app.path))) return sendPage(reply, notBuiltPage(app.name), 503)
  return sendFile(reply, distOf(app), 'index.html', headers)
}

/** The files below an app's path. Their names hold their hash, so they never change. */
export function addParts(server: WebServer, app: BuiltApp): void {
  server.get<{ Params: { '*': string } }>(`${app.path}/*`, async (request, reply) =>
    sendPart(reply, app, request.params['*']),
  )
}

/** One of them. The page itself is none: it comes with what its own address adds to it. */
export async function sendPart(reply: FastifyReply, app: BuiltApp, name: string): Promise<FastifyReply> {
  if (name === 'index.html' || !(await isBuilt(app.path))) throw new Refusal('NOT_FOUND')
  const kept = name.startsWith('assets/') ? KEPT_FOR_EVER : KEPT_AN_HOUR
  const policy = name.endsWith('.js') ? SCRIPT_POLICY : PART_POLICY
  const shared = app.isShared && { 'access-control-allow-origin': '*' }
  return sendFile(reply, distOf(app), name, { 'content-security-policy': policy, 'cache-control': kept, ...shared })
}

/** Where a style sheet of an app stands, by its name without the hash; null as long as the app was never built. */
export async function findStyles(app: BuiltApp, name: string): Promise<string | null> {
  const parts = await readdir(join(distOf(app), 'assets')).catch(() => [])
  const found = parts.find((part) => part.startsWith(`${name}-`) && part.endsWith('.css'))
  return found === undefined ? null : `${app.path}/assets/${found}`
}

type Policy = {
  images: string
  frameAncestors: string | null
  /** Origins that scripts of the page may call. */
  connect?: "'self'" | "'none'"
  /** Further directives. */
  others?: readonly string[]
}

/** What the page of an app may load: its own files, and pictures from wherever an operator keeps them. */
export function appPolicy({ images, frameAncestors, connect = "'self'", others = [] }: Policy): string {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...others,
  ]
  if (frameAncestors !== null) rules.push(`frame-ancestors ${frameAncestors}`)
  return rules.join('; ')
}

function distOf({ path }: BuiltApp): string {
  return BUILT_PAGES[path].folder
}

/** What a person reads in the place of a page that was never built; `name` is what it is called in a sentence. */
export function notBuiltPage(name: string): string {
  return page(
    'Not built – Coffer',
    html`<h1>${name} is not built yet</h1><p>Run <code>${BUILD_COMMAND}</code> where this service was installed.</p>`,
  )
}

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
