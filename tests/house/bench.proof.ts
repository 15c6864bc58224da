import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { bareEnvironment } from '../support/bare-environment.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const SMALL = [
  ...['--seconds', '0.4', '--repeats', '1', '--players', '8', '--branches', '1', '--in-flight', '4'],
  ...['--rate', '10', '--hanging', '10', '--rows', '20000', '--pages', '3'],
  ...['--events', '8000', '--endpoints', '1', '--operators', '3', '--rounds', '20000'],
]

type Run = { status: number | null; stdout: string; stderr: string }

let bench: Run
/** A database of its own: the bench of growth copies all rounds that it finds, and the bench of lists leaves thousands. */
let second: Run
/** The same rows, in a database without them. */
let third: Run

before(() => {
  bench = runBenches('open', 'hanging', 'profile', 'lists', 'draws', 'parts', 'webhooks', 'paid')
  second = runBenches('growth', 'crowd', 'processes')
  third = runBenches('admin')
})

function runBenches(...names: string[]): Run {
  const program = ['bench/main.ts', ...names, ...SMALL]
  return spawnSync(process.execPath, program, { cwd: PROJECT_DIR, env: bareEnvironment(), encoding: 'utf8' })
}

test('the benches run against a database on the disk and print their tables', () => {
  const { stdout, stderr } = bench
  assert.equal(stderr, '')
  assert.match(stdout, /fsync on, synchronous_commit on/)
  assert.match(stdout, /\| 4 +\| open +\|.*\n\| 4 +\| bare +\|/)
  assert.match(stdout, /open\/bare at 4 in flight: \d+\.\d\d/)
  assert.match(
    stdout,
    /\nalone, p50 over the leanest handler: \d+\.\d\d .*\np99 at half of the highest rate, over bare: \d+\.\d\d /,
  )
  assert.match(
    stdout,
    /\nwritten ahead for an open: \d+\.\d kB\nopen\/pgbench(?: at 4 in flight: \d\.\d{3} |: left out)/,
  )
  assert.match(stdout, /\| reads +\| \d+\/\d+ /)
  assert.match(stdout, /\| open a sealed value +\|.* \d+\.\d\d +\|/)
  assert.match(stdout, /per open: \d+\.\d\d transactions, \d+\.\d\d round trips/)
})

test('the benches of growth, of the crowd and of several processes print their tables', () => {
  const { status, stdout, stderr } = second
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /\nmany\/few at 4 in flight: \d+\.\d\d\n/)
  assert.match(stdout, /\np99 of the small ones, beside over alone: \d+\.\d\d\n/)
  assert.match(stdout, /\| 4 +\| 1 +\|.*\n\| 4 +\| 2 +\|.*\n\| 4 +\| 4 +\| /)
})

test('the bench of webhooks drains a backlog beside opens and by itself, and posts each delivery once', () => {
  const { stdout } = bench
  assert.match(stdout, /\| half of that rate \| \d+ +\| \d+ +\| \d+\.\d\d +\| \d+ /)
  const drained = /\| deliveries .*\n.*\n\| (\d+) +\| (\d+) +\| (\d+\.\d\d)/.exec(stdout)
  assert.ok(Number(drained?.[1]) > 0 && Number(drained?.[2]) > 0)
  assert.ok(Number(drained?.[3]) < 5, 'deliveries share their statements')
})

test('the bench of paid actions says what each of them costs beside an open', () => {
  const { stdout } = bench
  const names = ['open', 'open of a held box', 'cashback of an item', 'order with a shipping fee']
  for (const name of names) {
    const row = new RegExp(
      `^\\| ${name} +\\| [1-9]\\d* +\\| .*ms .*\\| \\d+\\.\\d\\d +\\| \\d+\\.\\d\\d +\\| \\d+\\.\\d\\d +\\|$`,
      'm',
    )
    assert.match(stdout, row)
  }
})

test('the benches of lists print a ratio for each of them, and the run fails only when one is too large', () => {
  for (const { run, name, count } of [
    { run: bench, name: '(?:vault|history|rounds) of .*', count: 17 },
    { run: third, name: 'home screen|.*rounds.*', count: 9 },
  ]) {
    const { status, stdout } = run
    const rows = stdout.matchAll(new RegExp(`^\\| (?:${name}) +\\| .* \\| +(\\d+\\.\\d\\d) +\\|$`, 'gm'))
    const ratios = [...rows].map(([, text]) => Number(text))
    assert.equal(ratios.length, count, stdout)
    // A ratio that is printed as 1.30 may be on either side.
    if (!ratios.includes(1.3)) assert.equal(status, Math.max(...ratios) > 1.3 ? 1 : 0)
  }
})

test('the bench of draws prints its table, with a ratio to OpenSSL wherever there is one', () => {
  const { stdout } = bench
  for (const what of [/draw\(\)/, /draw\(\) with the HMAC of Node/, /drawNonces\(\), by SIMD/]) {
    assert.match(stdout, new RegExp(`^\\| ${what.source} +\\| [\\d,]+k +\\| [\\d,]+k +\\|$`, 'm'))
  }
  assert.match(stdout, /^drawNonces\(\) over OpenSSL .*: \d+\.\d\d$|^no OpenSSL here to compare with$/m)
})
