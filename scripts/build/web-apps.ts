import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compressFolder } from './compress.ts'
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
      await buildWithVite({ root })
      compressFolder(join(root, 'dist'))
    },
  }
}

async function buildVerifier(projectDir: string): Promise<void> {
  const { buildVerifierPage } = await import('@coffer/fairness/page/build')
  const path = join(projectDir, VERIFIER)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, await buildVerifierPage())
  compressFolder(dirname(path))
}
