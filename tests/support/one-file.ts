import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { buildWithVite } from '../../scripts/build/with-vite.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
/** Below the project, where a package with machine code, which cannot be in the file, is found. */
const BASE = join(PROJECT_DIR, '.coffer/build')
const MACHINE_CODE = ['sharp']

/** In one file, a source still knows where it stands. */
const whereItStood: Plugin = {
  name: 'where-it-stood',
  enforce: 'pre',
  transform: (code, id) =>
    code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/**
 * Makes one file of a program, named by its path in the project, and all that it imports, as it is now, and resolves to its path. A
 * process starts in a third of the time from it, which counts where a hundred are started.
 */
export async function makeOneFile(entry: string): Promise<{ path: string; remove(): void }> {
  mkdirSync(BASE, { recursive: true })
  const outDir = mkdtempSync(join(BASE, 'one-file-'))
  await buildWithVite({
    root: PROJECT_DIR,
    configFile: false,
    plugins: [whereItStood],
    ssr: { noExternal: true, external: MACHINE_CODE },
    build: {
      ...{ ssr: entry, outDir, emptyOutDir: false, minify: false, target: 'node24' },
      rolldownOptions: { output: { entryFileNames: 'process.mjs', codeSplitting: false } },
    },
  })
  return { path: join(outDir, 'process.mjs'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
