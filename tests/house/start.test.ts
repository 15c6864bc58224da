import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { waitUntilGone } from '@coffer/embedded-postgres'
import { type Descendant, familyOf } from '../../scripts/run/descendants.ts'
import { launchLink } from '../../scripts/start/bring-up.ts'
import { fatalReason } from '../../scripts/start/child.ts'
import { readDemoFile } from '../../scripts/start/demo-file.ts'
import { DEMO_ENTRY, readStartSettings } from '../../scripts/start/settings.ts'
import { bareEnvironment, homeEnvironment } from '../support/bare-environment.ts'
import { eventually } from '../support/eventually.ts'
import { inProof } from '../support/in-proof.ts'
import { freePorts } from '../support/ports.ts'

const projectDir = join(import.meta.dirname, '../..')
const STOP_MS = 250_000
const UP_MS = 900_000
/** What a demo holds is shown elsewhere; the clean room starts with all thirty. */
const DEMO_DAYS = '3'
/** The end of what a start says when everything runs. */
const LAST_WORDS = '(addresses, keys and secrets)\n'

let dataDir: string
let env: NodeJS.ProcessEnv
let output = ''
const clusters = new Set<string>()
const left: ChildProcess[] = []

type Running = { npm: ChildProcess; ended: Promise<number | null>; demo: Demo }
type Demo = { baseUrl: string; operators: { slug: string; keyId: string; keySecret: string; casinoUrl: string }[] }

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'coffer-start-'))
  const [port, operatorPort] = await freePorts(2)
  const ports = { PORT: String(port), OPERATOR_PORT: String(operatorPort) }
  env = { ...homeEnvironment(), ...ports, COFFER_DATA_DIR: dataDir, COFFER_DEMO_DAYS: DEMO_DAYS }
})

after(() => {
  for (const npm of left) signal(-(npm.pid as number), 'SIGKILL')
  for (const folder of [dataDir, ...clusters]) rmSync(folder, { recursive: true, force: true })
})

/** `npm start` as a terminal runs it: in a process group of its own. */
function npmStart(): ChildProcess {
  output = ''
  const npm = spawn('npm', ['start'], { cwd: projectDir, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk) => (output += chunk))
  left.push(npm)
  return npm
}

async function startAndWait(): Promise<Running> {
  const npm = npmStart()
  const ended = once(npm, 'exit').then(([code]) => code as number | null)
  try {
    await eventually(() => npm.exitCode !== null || output.includes(LAST_WORDS), 'npm start comes up', { endMs: UP_MS })
    assert.ok(output.includes(LAST_WORDS), `npm start did not come up:\n${output}`)
  } catch (error) {
    // The next test wants the same folder and the same ports.
    signal(-(npm.pid as number), 'SIGKILL')
    await ended
    throw error
  }
  assert.match(output, /Coffer runs\./)
  const cluster = /database in (\S+)/.exec(output)?.[1]
  if (cluster) clusters.add(cluster)
  return { npm, ended, demo: JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) }
}

async function assertGone(family: readonly Descendant[]): Promise<void> {
  assert.ok(
    family.some(({ command }) => command.includes('postgres')),
    'the family holds the database',
  )
  const waits = await Promise.all(
    family.map(async (seen) => ((await waitUntilGone(seen.pid, seen.startedAt, STOP_MS)) ? [] : [seen])),
  )
  assert.deepEqual(waits.flat(), [])
}

/** Its own process group has the negative number. One that ended by itself meanwhile is no mistake. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
  }
}

async function status(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

describe('npm start', { skip: process.platform !== 'linux', concurrency: false }, () => {
  let first: Demo

  test('brings up service and casino, tells where they answer, and Ctrl-C leaves no process', async () => {
    const { npm, ended, demo } = await startAndWait()
    first = demo
    assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o077, 0)
    assert.equal(demo.operators.length, 3)
    assert.equal(await status(`${demo.baseUrl}/healthz`), 200)
    for (const { casinoUrl } of demo.operators) assert.equal(await status(casinoUrl), 200)
    const family = familyOf(npm.pid as number)
    signal(-(npm.pid as number), 'SIGINT')
    assert.equal(await ended, 0)
    await assertGone(family)
  })

  // Each of the others takes a start or two more.
  if (!inProof) return

  test('finds the data of the first start again, refuses a second start beside it, and a TERM to npm leaves no process', async () => {
    const { npm, ended, demo } = await startAndWait()
    assert.deepEqual(demo, first)
    const family = familyOf(npm.pid as number)
    const running = output
    const [code] = await once(npmStart(), 'close')
    assert.equal(code, 1)
    assert.match(output, /already runs in this folder/)
    assert.ok(output.includes(demo.baseUrl) && running.includes(demo.baseUrl))
    process.kill(npm.pid as number, 'SIGTERM')
    assert.equal(await ended, 0)
    await assertGone(family)
  })

  test('leaves no process when npm is killed by force', async () => {
    const { npm } = await startAndWait()
    const family = familyOf(npm.pid as number)
    npm.kill('SIGKILL')
    await assertGone(family)
  })

  test('leaves no process when the starter itself is killed by force', async () => {
    const { npm } = await startAndWait()
    const family = familyOf(npm.pid as number)
    const starter = family.find(({ command }) => command.includes('start.ts'))
    process.kill(starter?.pid as number, 'SIGKILL')
    await assertGone(family)
  })

  test('recovers after kill -9 of everything', async () => {
    const { npm } = await startAndWait()
    const family = familyOf(npm.pid as number)
    for (const { pid } of family) signal(pid, 'SIGKILL')
    await assertGone(family)
    const again = await startAndWait()
    assert.deepEqual(again.demo, first)
    const second = familyOf(again.npm.pid as number)
    signal(-(again.npm.pid as number), 'SIGINT')
    assert.equal(await again.ended, 0)
    await assertGone(second)
  })
})

test('a start that cannot go on: one line says why and what to do, without a stack', async (t) => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  t.after(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const [free, another] = await freePorts(2)
  const folder = mkdtempSync(join(tmpdir(), 'coffer-start-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [file, data] = [join(folder, 'file'), join(folder, 'data')]
  writeFileSync(file, '')
  const away = 'postgres://nobody@127.0.0.1:1/none'
  const settings = { PORT: String(free), OPERATOR_PORT: String(port), COFFER_DATA_DIR: data }
  const cases: [NodeJS.ProcessEnv, RegExp][] = [
    [settings, new RegExp(`^Port ${port} is taken by another program\\. .*: OPERATOR_PORT=${port + 100} npm start$`)],
    [{ ...settings, COFFER_DATA_DIR: file }, /file is a file and not a folder\. .*: COFFER_DATA_DIR=FOLDER\.$/],
    [{ ...settings, OPERATOR_PORT: '0' }, /^OPERATOR_PORT is 0; it has to be a port/],
    [
      { ...settings, OPERATOR_PORT: String(another), DATABASE_URL: away },
      /^The database cannot be used \(.*\): .*DATABASE_URL=ADDRESS npm start$/,
    ],
  ]
  for (const [given, words] of cases) {
    const start = spawn(process.execPath, ['scripts/start.ts'], {
      ...{ cwd: projectDir, env: { ...env, ...given }, stdio: ['ignore', 'ignore', 'pipe'] as const },
    })
    const [[code], said] = await Promise.all([once(start, 'close'), text(start.stderr)])
    assert.equal(code, 1)
    assert.match(said.trim(), words)
    assert.match(said.trim(), /^[^\n]*$/)
  }
})

test('a demo file that is not whole: a start names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-start-'))
  const demoFile = join(folder, 'demo.json')
  writeFileSync(demoFile, '{')
  const settings = readStartSettings(projectDir, { COFFER_DATA_DIR: folder })
  assert.throws(() => readDemoFile(settings), new RegExp(`^Problem: ${demoFile} is no whole JSON: .*COFFER_DATA_DIR`))
  rmSync(folder, { recursive: true })
})

test('a demo that cannot be made: the process that makes it answers what has to be mended', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-start-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const settings = { ...readStartSettings(projectDir, { DATABASE_URL: 'postgres://127.0.0.1:1/none' }), dataDir: file }
  const maker = fork(join(projectDir, DEMO_ENTRY), { env: bareEnvironment() })
  maker.send({ settings, databaseUrl: settings.databaseUrl })
  const [[answer], [code]] = await Promise.all([once(maker, 'message'), once(maker, 'exit')])
  assert.equal(code, 1)
  assert.match(answer.problem, new RegExp(`^${file}/logs lies below a file that is not a folder\\.`))
})

test('a service that ends while it starts: what it says has to be mended is passed on', () => {
  const log = join(dataDir, 'part.log')
  const last = (line: object) => {
    writeFileSync(log, `{"level":"info"}\n${JSON.stringify(line)}\n`)
    return fatalReason(log)
  }
  assert.equal(last({ level: 'fatal', reason: 'Another program listens.' }), 'Another program listens.')
  assert.equal(last({ level: 'fatal', mistakes: ['PORT: must be a port', 'HOST: …'] }), 'PORT: must be a port; HOST: …')
  assert.equal(last({ level: 'fatal', err: { message: 'a bug' } }), null)
})

test('a start whose port another program has taken meanwhile says so, and gives no launch link', async (t) => {
  const stranger = createServer((_request, response) => response.end('{"hello":"there"}'))
  await once(stranger.listen(0, '127.0.0.1'), 'listening')
  t.after(() => stranger.close())
  const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  const operator = { slug: 'aurum', name: 'Aurum', currency: 'EUR', currencies: ['EUR'], outboundSecret: 'whs_none' }
  const keys = { keyId: 'ck_test_none', keySecret: 'cks_none', webhookSecret: '', webhookEndpointId: 1, casinoUrl: '' }
  await assert.rejects(
    launchLink({ baseUrl, operators: [{ ...operator, ...keys }] }),
    /another program has taken its port/,
  )
})
