import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess } from '@coffer/embedded-postgres'
import type { Report } from './report.ts'
import type { Room } from './room.ts'

const UP_MS = 10 * 60_000
const DOWN_MS = 40_000
const TEST_MS = 40 * 60_000
const POLL_MS = 100

type Demo = { baseUrl: string; operators: { keyId: string; casinoUrl: string }[] }

/** The README's first command, and everything that may befall what it started. */
export async function startScene(
  room: Room,
  who: string,
  report: Report,
  ports: Record<string, string>,
): Promise<void> {
  const begin = (line: string) => room.run(line, ports)
  const step = (name: string, work: () => Promise<void>) => report.step(`${who}: ${name}`, work)
  let child: ChildProcess
  let first: Demo
  await step('npm ci && npm start comes up', async () => {
    child = begin('npm ci && npm start')
    first = await untilUp(room, child)
  })
  await step('Ctrl-C leaves no process', async () => {
    process.kill(-(child.pid as number), 'SIGINT')
    await untilEmpty(room)
  })
  await step('a second start finds the data of the first', async () => {
    child = begin('npm start')
    assert.deepEqual(await untilUp(room, child), first)
  })
  await step('kill -9 of everything leaves nothing that a start cannot mend', async () => {
    room.killAll()
    await untilEmpty(room)
    child = begin('npm start')
    assert.deepEqual(await untilUp(room, child), first)
  })
  await step('a TERM sent to npm leaves no process', async () => {
    const npm = room.processes().find((pid) => findProcess(pid)?.command.startsWith('npm start'))
    assert.ok(npm !== undefined, 'npm runs')
    process.kill(npm, 'SIGTERM')
    await untilEmpty(room)
  })
}

/** The README's second command. */
export async function testScene(room: Room, who: string, report: Report): Promise<void> {
  await report.step(`${who}: npm ci && npm test passes`, async () => {
    const child = room.run('npm ci && npm test')
    const timer = setTimeout(() => child.kill('SIGKILL'), TEST_MS)
    const [code] = await once(child, 'exit')
    clearTimeout(timer)
    assert.equal(code, 0, `exit code ${code}:\n${lastLines(room)}`)
  })
  await report.step(`${who}: the tests leave no process`, () => untilEmpty(room))
}

async function untilUp(room: Room, child: ChildProcess): Promise<Demo> {
  const deadline = performance.now() + UP_MS
  const log = readFileSync(room.logFile, 'utf8').length
  while (!readFileSync(room.logFile, 'utf8').slice(log).includes('Coffer runs.')) {
    const waiting = child.exitCode === null && child.signalCode === null && performance.now() < deadline
    assert.ok(waiting, `it did not come up:\n${lastLines(room)}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const file = join(room.projectDir, '.coffer/demo.json')
  assert.ok(existsSync(file), `${file} was not written`)
  const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo
  for (const url of [`${demo.baseUrl}/healthz`, ...demo.operators.map(({ casinoUrl }) => casinoUrl)]) {
    assert.equal((await fetch(url)).status, 200, url)
  }
  return demo
}

async function untilEmpty(room: Room): Promise<void> {
  const deadline = performance.now() + DOWN_MS
  while (room.processes().length > 0) {
    const left = room.processes().map((pid) => findProcess(pid)?.command)
    assert.ok(performance.now() < deadline, `still there: ${left.join('\n')}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function lastLines(room: Room): string {
  return readFileSync(room.logFile, 'utf8').trimEnd().split('\n').slice(-60).join('\n')
}
