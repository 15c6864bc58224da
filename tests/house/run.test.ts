import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Descendant, familyOf, killAll } from '../../scripts/run/descendants.ts'
import { environmentFrom, networkOf } from '../../scripts/run/environment.ts'
import { seedOfCommit } from '../../scripts/run/seed.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { startAll } from '../support/endings.ts'
import { eventually } from '../support/eventually.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
/** Long enough for each file to begin on a busy machine. */
const FILE_TIMEOUT_S = 20
/** The runner's own start, the file's time and the grace that it is given to end by itself. */
const PATIENCE_MS = 600_000
const LOOK_MS = 100

const CHILD = "spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })"

/** Files that Node would wait for without end. */
const ENDLESS = {
  'leaves-a-child.test.mjs': `import { execFileSync, spawn, spawnSync } from 'node:child_process'\nimport { before, test } from 'node:test'
    before(() => { ${CHILD}; throw new Error('the set-up fails') })\ntest('never begins', () => {})`,
  'never-yields.test.mjs': `import { test } from 'node:test'
    test('never yields', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`,
  'hears-no-term.test.mjs': `import { test } from 'node:test'\nprocess.removeAllListeners('SIGTERM').on('SIGTERM', () => {})
    setInterval(() => {}, 1000)\ntest('is well', () => {})`,
}
const WELL = "import { test } from 'node:test'\ntest('ends', () => {})"

test('a test file that outlives its time is ended with all that it started, and the run names it and fails', async (t) => {
  const { code, output, seenCount, leftCount } = await runFiles(t, ENDLESS, FILE_TIMEOUT_S * 1_000)
  assert.equal(code, 1)
  for (const name of Object.keys(ENDLESS))
    assert.match(output, new RegExp(`still running after ${FILE_TIMEOUT_S} s, and ended: .*${name}`))
  assert.ok(seenCount >= 1 + Object.keys(ENDLESS).length + 1, `the runner, the files and a child of one: ${seenCount}`)
  assert.equal(leftCount, 0, 'processes that are left')
})

test('a run whose files all end passes', async (t) => {
  const { code, output } = await runFiles(t, { 'well.test.mjs': WELL }, PATIENCE_MS)
  assert.equal(code, 0, output)
})

test('a process that ends in the middle of its tests fails the run, whatever its exit code', async (t) => {
  const exits = "import { test } from 'node:test'\ntest('exits', () => process.exit(0))\ntest('never begins', () => {})"
  const { code, output } = await runFiles(t, { 'exits.test.mjs': exits }, PATIENCE_MS)
  assert.equal(code, 1)
  assert.match(output, /The process exited before its tests had ended\./)
  assert.match(output, /✖ .*exits\.test\.mjs/)
})

async function runFiles(t: TestContext, files: Readonly<Record<string, string>>, fileTimeoutMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-run-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const paths = Object.keys(files).map((name) => join(folder, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const limits = ['--concurrency=4', '--timeout=60000', `--file-timeout=${fileTimeoutMs}`]
  const runner = spawn(process.execPath, ['scripts/run/in-order.ts', ...limits, ...paths], {
    ...{ cwd: PROJECT_DIR, env: bareEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let output = ''
  for (const stream of [runner.stdout!, runner.stderr!]) stream.on('data', (chunk) => (output += chunk))
  const closed = new Promise<number | null>((resolve) => runner.once('close', resolve))
  const family = new Map<string, Descendant>()
  t.after(() => killAll([...family.values()]))
  let code: number | null | undefined
  closed.then((given) => (code = given))
  // Whoever was seen once counts: a process that is nobody's child later, too.
  await eventually(
    () => {
      for (const one of familyOf(runner.pid!)) family.set(`${one.pid} ${one.startedAt}`, one)
      return code !== undefined
    },
    'the run ends',
    { pauseMs: LOOK_MS, endMs: PATIENCE_MS },
  )
  const left = [...family.values()].filter(({ pid, startedAt }) => familyOf(pid)[0]?.startedAt === startedAt)
  return { code, output, seenCount: family.size, leftCount: left.length }
}

test('fast-check draws its cases from the hexadecimal TEST_SEED of the run', () => {
  const script = "import { seeded } from './tests/fairness/support/seeded.ts'; console.log(seeded().seed)"
  const env = { ...bareEnvironment(), TEST_SEED: '2f9a01c4' }
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: PROJECT_DIR, env })
  assert.equal(Number(printed), 0x2f9a01c4)
})

test('the seed of a commit is the same in each run, and one that is not hexadecimal is refused', () => {
  assert.match(seedOfCommit(), /^[0-9a-f]{8}$/)
  assert.equal(seedOfCommit(), seedOfCommit())
  const env = { ...bareEnvironment(), TEST_SEED: 'seed' }
  const refused = spawnSync(process.execPath, ['scripts/t.ts', 'any.test.ts'], { cwd: PROJECT_DIR, env })
  assert.equal(refused.status, 1)
  assert.match(String(refused.stderr), /^TEST_SEED must be 1 to 8 digits of 0-9 and a-f, not "seed"\.\n$/)
})

test('tests get nothing that a shell sets for Coffer, for Node or for PostgreSQL', () => {
  const machine = {
    PATH: '/bin',
    HOME: '/root',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'C',
    TZ: 'Pacific/Kiritimati',
    TEST_SEED: '1',
  }
  const settings = {
    ...{ PORT: '80', HOST: '0.0.0.0', METRICS_PORT: '9464', DATABASE_URL: 'postgres://live', OPERATOR_PORT: '1' },
    ...{
      COFFER_ENV: 'production',
      COFFER_MASTER_KEY_FILE: '/key',
      NODE_OPTIONS: '--max-old-space-size=64',
      NODE_ENV: 'production',
    },
    ...{ PGHOST: 'live', TEST_PROGRAMS: '/old' },
  }
  assert.deepEqual(environmentFrom({ ...machine, ...settings }), machine)
})

test('an install gets the way to the network too, in whatever letters it is written, and only that', () => {
  const network = {
    ...{ HTTPS_PROXY: 'http://proxy:3128', http_proxy: 'http://proxy:3128', NO_PROXY: 'localhost' },
    ...{ NODE_EXTRA_CA_CERTS: '/authority.pem', SSL_CERT_FILE: '/authorities.pem' },
  }
  const shell = { ...network, PATH: '/bin', DATABASE_URL: 'postgres://live', NODE_OPTIONS: '--inspect' }
  assert.deepEqual(networkOf(shell), network)
  assert.deepEqual(environmentFrom(shell), { PATH: '/bin' })
})

test('what a set-up has started is ended, the last first, when it fails, and what it failed with is told', async () => {
  const ended: string[] = []
  const start = startAll(async (endings) => {
    for (const name of ['database', 'service']) endings.add(() => ended.push(name))
    throw new Error('the wallet does not start')
  })
  await assert.rejects(start, /the wallet does not start/)
  assert.deepEqual(ended, ['service', 'database'])
})
