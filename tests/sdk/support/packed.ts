import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildOperatorSdk } from '../../../scripts/build/operator-sdk.ts'
import { type Ended, installed, PROJECT_DIR, runQuietly } from '../../../scripts/run/program.ts'

export type Sdk = typeof import('@coffer/operator-sdk')

const NAME = '@coffer/operator-sdk'

/** A folder with nothing in it but the SDK, installed by npm from its tarball without a network. Removed after the tests of a file. */
export async function installPacked(): Promise<string> {
  const tarball = await buildOperatorSdk(PROJECT_DIR)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coffer-sdk-')))
  after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--cache', join(folder, '.npm')]
  const ended = await runQuietly('npm', ['install', tarball, '--prefix', folder, ...quiet])
  assert.ok(ended.ok, ended.output)
  return folder
}

/** The SDK as an operator has it: what `import '@coffer/operator-sdk'` gives in a folder that it was installed in. */
export async function packedSdk(): Promise<Sdk> {
  const folder = await installPacked()
  return import(pathToFileURL(join(folder, 'node_modules', NAME, 'index.js')).href)
}

/** Puts packages of this project beside the SDK, as an operator would have them installed. */
export function lend(folder: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(PROJECT_DIR, 'node_modules', name), join(folder, 'node_modules', name))
  }
}

/** Type-checks TypeScript files of a folder as strictly as the compiler can, declarations of the SDK included. */
export function checkTypes(folder: string, files: readonly string[], more: object = {}): Promise<Ended> {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noImplicitOverride: true },
    ...{ noEmit: true, module: 'nodenext', target: 'es2024', types: ['node'], allowImportingTsExtensions: true },
    ...more,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  return runQuietly(installed('tsc'), ['-p', folder])
}
