import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * The verifier page as one HTML file that needs nothing else: script and styles stand inside, no resource is loaded, and its own
 * policy lets it contact only the place it came from. A fraction of a second of work; build once and keep the text. `target` names the
 * oldest browsers that its script runs in, as Vite does.
 */
export async function buildVerifierPage(target: string[]): Promise<string> {
  const [template, style, script] = await Promise.all([
    source('index.html'),
    source('style.css'),
    bundledScript(target),
  ])
  return filled(template, [
    ['%POLICY%', policyFor(script, style)],
    ['<style></style>', `<style>${style}</style>`],
    ['<script type="module"></script>', `<script type="module">${script}</script>`],
  ])
}

/**
 * The Content-Security-Policy to send as a header with a built page; a stricter one would stop its script.
 *
 * @throws Error when the text is not a built verifier page
 */
export function verifierPagePolicy(page: string): string {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]
  if (policy === undefined) throw new Error('This is not a built verifier page')
  return `${policy}; frame-ancestors 'none'`
}

async function source(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}

async function bundledScript(target: string[]): Promise<string> {
  const [chunk, ...others] = [await withEnvironmentKept(() => bundled(target))]
    .flat()
    .flatMap((built) => ('output' in built ? built.output : []))
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('The verifier page is not one script')
  if (/<\/script|<!--/i.test(chunk.code)) throw new Error('The script of the verifier page would end its own element')
  return chunk.code.trim()
}

function bundled(target: string[]): ReturnType<typeof build> {
  const entry = fileURLToPath(new URL('main.ts', import.meta.url))
  return build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { target, write: false, minify: true, lib: { entry, formats: ['iife'], name: 'verifier' } },
  })
}

/** The bundler sets NODE_ENV for the whole process, which is not its to choose in a running service. */
async function withEnvironmentKept<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env.NODE_ENV
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

function policyFor(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${fingerprint(script)}'`,
    `style-src '${fingerprint(style)}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

function fingerprint(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function filled(template: string, parts: [place: string, content: string][]): string {
  return parts.reduce((page, [place, content]) => {
    if (page.split(place).length !== 2) throw new Error(`The template does not have one ${place}`)
    return page.replace(place, () => content)
  }, template)
}
