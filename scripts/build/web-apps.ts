import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { BUILD_TARGET } from './browsers.ts'
import { buildParts, type Part } from './parts.ts'
import { buildWithVite } from './with-vite.ts'

const SHARED_SOURCES = ['packages/web', 'packages/contract', 'packages/fairness', 'scripts/build']
const VERIFIER = 'packages/fairness/dist/verify.html'

/** Folders of `apps`, each with a Vite configuration of its own. */
const APPS = ['game', 'kyc', 'admin'] as const

const PARTS: readonly Part[] = [
  ...APPS.map(appPart),
  {
    name: 'verify',
    sources: ['packages/contract', 'packages/fairness', 'scripts/build'],
    output: VERIFIER,
    build: buildVerifier,
  },
]

/** Builds what a browser loads, where its sources changed. Returns the names of what was built. */
export function buildWebApps(projectDir: string, log?: (line: string) => void): Promise<string[]> {
  return buildParts(projectDir, PARTS, log)
}

function appPart(name: (typeof APPS)[number]): Part {
  return {
    name,
    sources: [`apps/${name}`, ...SHARED_SOURCES],
    output: `apps/${name}/dist/index.html`,
    build: async (projectDir) => {
      const root = join(projectDir, 'apps', name)
      await buildWithVite({ root, build: { target: BUILD_TARGET } })
      compressFolder(join(root, 'dist'))
    },
  }
}

async function buildVerifier(projectDir: string): Promise<void> {
  const { buildVerifierPage } = await import('@coffer/fairness/page/build')
  const path = join(projectDir, VERIFIER)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, await buildVerifierPage(BUILD_TARGET))
  compressFolder(dirname(path))
}

/** What is text; pictures, letters and sounds are compressed by their own kind. */
const TEXTS = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt'])

/** Writes each text of a built folder once more beside itself, as brotli and as gzip, as small as they get. The service sends these as they are. */
function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: size }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
