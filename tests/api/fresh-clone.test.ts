import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { bareEnvironment, homeEnvironment } from '../support/bare-environment.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freshClone } from '../support/fresh-clone.ts'

const run = promisify(execFile)
const PAGES = ['/play', '/kyc', '/admin', '/fairness/verify']

test('a service without its pages is not ready and says which command builds them; after npm run build it is, and serves each', async (t) => {
  const clone = freshClone(t)
  const { url, said } = await serve(t, clone)
  const readiness = await fetch(`${url}/readyz`)
  assert.equal(readiness.status, 503)
  const obstacles = ['/play, /kyc, /admin, /fairness/verify not built: run npm run build']
  assert.deepEqual(await readiness.json(), { status: 'not_ready', obstacles })
  await eventually(() => said().includes(obstacles[0]!), 'its log says so')
  for (const page of PAGES) {
    const answer = await fetch(url + page)
    assert.deepEqual([answer.status, /npm run build/.test(await answer.text())], [503, true], page)
  }

  // Where production is set, npm leaves out what only development needs.
  const env = { ...homeEnvironment(), NODE_ENV: 'production' }
  const { stdout } = await run('npm', ['run', 'build'], { cwd: clone, env })
  for (const name of ['game', 'kyc', 'admin', 'verify']) assert.match(stdout, new RegExp(`building ${name}\n`))
  assert.deepEqual(await (await fetch(`${url}/readyz`)).json(), { status: 'ready' })
  const statuses = await Promise.all(PAGES.map(async (page) => (await fetch(url + page)).status))
  // A verification page opens by its link alone.
  assert.deepEqual(statuses, [200, 410, 200, 200])
  assert.match((await run('npm', ['run', 'build'], { cwd: clone, env })).stdout, /built already/)
  assert.ok(existsSync(join(clone, 'apps/game/dist/index.html')))
})

async function serve(t: TestContext, clone: string): Promise<{ url: string; said(): string }> {
  const { url: databaseUrl } = await createTestDatabase()
  const settings = { COFFER_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl, COFFER_DATA_DIR: join(clone, '.coffer') }
  const child: ChildProcess = spawn(process.execPath, ['service/src/cli/main.ts', 'serve'], {
    ...{ cwd: clone, env: { ...bareEnvironment(), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await ended
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk) => {
        output += chunk
        const found = /"url":"([^"]+)"/.exec(output)?.[1]
        if (found) resolve(found)
      })
    }
    ended.then(() => reject(new Error(`it ended before it listened:\n${output}`)))
  })
  return { url, said: () => output }
}
