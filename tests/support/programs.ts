import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { buildWithVite } from '../../scripts/build/with-vite.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
/** Below the project, where a package with machine code, which cannot be compiled, is found. */
const BASE = join(PROJECT_DIR, '.coffer/build')
const MACHINE_CODE = ['sharp']

/** What tests start often as processes of their own, by the path in the project. */
const PROGRAMS = {
  coffer: 'service/src/cli/main.ts',
  service: 'tests/kill/service-process.ts',
  wallet: 'tests/kill/wallet-process.ts',
} as const

/** A compiled source still knows where it stands. */
const whereItStood: Plugin = {
  name: 'where-it-stood',
  enforce: 'pre',
  transform: (code, id) =>
    code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/**
 * Compiles all programs, as they are now, with all that they import, and resolves to the folder that they lie in. A process starts in
 * a third of the time from there, which counts where a hundred are started.
 */
export async function compilePrograms(): Promise<{ folder: string; remove(): void }> {
  mkdirSync(BASE, { recursive: true })
  const folder = mkdtempSync(join(BASE, 'programs-'))
  await buildWithVite({
    root: PROJECT_DIR,
    configFile: false,
    plugins: [whereItStood],
    ssr: { noExternal: true, external: MACHINE_CODE },
    build: {
      ...{ ssr: true, outDir: folder, emptyOutDir: false, minify: false, target: 'node24' },
      rolldownOptions: {
        input: PROGRAMS,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The programs that the run of all tests has compiled; in any other run they are compiled now. */
export async function compiledPrograms(): Promise<{ pathOf(name: keyof typeof PROGRAMS): string; remove(): void }> {
  const ofTheRun = process.env.TEST_PROGRAMS
  const { folder, remove } = ofTheRun === undefined ? await compilePrograms() : { folder: ofTheRun, remove: () => {} }
  return { pathOf: (name) => join(folder, `${name}.mjs`), remove }
}

/** The program behind `bin/coffer`: its source, or in a run of all tests what was compiled of it. */
export const COFFER_PROGRAM =
  process.env.TEST_PROGRAMS === undefined
    ? join(PROJECT_DIR, PROGRAMS.coffer)
    : join(process.env.TEST_PROGRAMS, 'coffer.mjs')
