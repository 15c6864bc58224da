import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildWithVite } from '../../scripts/build/with-vite.ts'
import { homeEnvironment } from '../support/bare-environment.ts'
import { cloneOfWorkspaces } from '../support/fresh-clone.ts'
import { COIN, COIN_FILES, GUIDE } from './support/coin.ts'
import { PROJECT_DIR } from './support/source-tree.ts'

/** What a game is compiled with. The tables of other tests, which name each route, are left alone, and so are the other apps. */
const COMPILED = {
  service: {
    extends: './tsconfig.base.json',
    include: [
      'packages/contract/src',
      'packages/fairness/src',
      'packages/operator-sdk/src',
      'service/src',
      'tests/*.ts',
    ],
  },
  app: { extends: './tsconfig.web.json', include: ['apps/game/src'] },
}

test('a game that is added as the guide says is played, proven, shown, and counted by the doctor', async (t) => {
  const clone = cloneOfWorkspaces(t)
  for (const path of COIN_FILES) cpSync(join(PROJECT_DIR, COIN, path), join(clone, path.replace('NNNN', '9999')))
  for (const [path, edit] of GUIDE.edits) {
    const place = join(clone, path)
    writeFileSync(place, edit(readFileSync(place, 'utf8')))
  }
  for (const [name, config] of Object.entries(COMPILED)) {
    writeFileSync(join(clone, `tsconfig.${name}.json`), JSON.stringify(config))
    succeeds(clone, 'node_modules/.bin/tsc', '--noEmit', '-p', `tsconfig.${name}.json`)
  }
  await buildWithVite({ root: join(clone, 'apps/game') })
  succeeds(clone, process.execPath, '--test', 'tests/coin-is-played.ts')
})

function succeeds(cwd: string, command: string, ...args: string[]): void {
  const ofTheRun = ['TEST_DATABASE_URL', 'TEST_DATABASE_TEMPLATE', 'CHROMIUM_PATH'].filter((name) => process.env[name])
  const env = { ...homeEnvironment(), ...Object.fromEntries(ofTheRun.map((name) => [name, process.env[name]])) }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
}
