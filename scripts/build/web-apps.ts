import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { takeLock } from '@coffer/service/database'
import { hashSources } from './source-hash.ts'

/** Something that is built from sources for the browser. `output` is the file that shows that it was built. */
type WebPart = {
  name: string
  sources: readonly string[]
  output: string
  build(projectDir: string): Promise<void>
}

const SHARED_SOURCES = ['packages/web', 'packages/contract', 'packages/fairness']
const BUILD_FOLDER = '.coffer/build'
const WAIT_MS = 100
const VERIFIER = 'packages/fairness/dist/verify.html'

const PARTS: readonly WebPart[] = [
  {
    name: 'game',
    sources: ['apps/game', ...SHARED_SOURCES],
    output: 'apps/game/dist/index.html',
    build: (projectDir) => buildApp(join(projectDir, 'apps/game')),
  },
  {
    name: 'verify',
    sources: ['packages/contract', 'packages/fairness'],
    output: VERIFIER,
    build: buildVerifier,
  },
]

/**
 * Builds every web part whose sources changed since it was built, and returns the names of those.
 * A second process that comes meanwhile waits for the first and then finds nothing to do.
 */
export async function buildWebApps(projectDir: string, log: (line: string) => void = () => {}): Promise<string[]> {
  const release = await waitForLock(join(projectDir, BUILD_FOLDER, 'lock'))
  try {
    const built: string[] = []
    for (const part of PARTS) {
      const hash = hashSources(projectDir, part.sources)
      const hashFile = join(projectDir, BUILD_FOLDER, `${part.name}.hash`)
      if (existsSync(join(projectDir, part.output)) && readIfThere(hashFile) === hash) continue
      log(`building ${part.name}`)
      await part.build(projectDir)
      writeFileSync(hashFile, hash)
      built.push(part.name)
    }
    return built
  } finally {
    release()
  }
}

async function waitForLock(path: string): Promise<() => void> {
  for (;;) {
    const taken = takeLock(path)
    if ('lock' in taken) return taken.lock.release
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

/** Vite sets NODE_ENV for the whole process, which is not its to choose here. */
async function buildApp(root: string): Promise<void> {
  const { build } = await import('vite')
  const before = process.env.NODE_ENV
  try {
    await build({ root, logLevel: 'warn' })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

async function buildVerifier(projectDir: string): Promise<void> {
  const { buildVerifierPage } = await import('@coffer/fairness/page/build')
  const path = join(projectDir, VERIFIER)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, await buildVerifierPage())
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
