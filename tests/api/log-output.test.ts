import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { LIMITS } from '@coffer/service/kernel'
import { makeLog } from '@coffer/service/platform'
import fc from 'fast-check'
import { seeded } from '../fairness/support/seeded.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { eventually } from '../support/eventually.ts'

const ENDER = join(import.meta.dirname, '../support/log-ender.ts')
const LINE_COUNT = 500

type Line = { level: string; count?: number; status?: number; msg: string }

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
/** The places of lines in the order in which the process wrote them. */
const placesOf = (lines: readonly Line[]) => lines.map(({ count, status }) => count ?? status)
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)

test('what was logged before a process ends is there and in order: by itself, by exit, by an exception, a rejection, with a last word', () => {
  const codes = {
    'by itself': 0,
    'by process.exit': 3,
    'by an exception': 1,
    'by a rejection': 1,
    'with a last word': 1,
  }
  for (const [end, code] of Object.entries(codes)) {
    const env = { ...bareEnvironment(), LOG_LINES: String(LINE_COUNT) }
    const { status, stdout } = spawnSync(process.execPath, [ENDER, end], { env, encoding: 'utf8' })
    assert.equal(status, code, end)
    const expected = end === 'with a last word' ? LINE_COUNT + 1 : LINE_COUNT
    assert.deepEqual(placesOf(linesOf(stdout)), upTo(expected), end)
  }
})

/** Starts a process that writes so many lines and then waits for words; resolves when it has written them. */
async function startWriting(t: TestContext, lineCount: number, stdout: 'pipe' | number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [ENDER, 'when it is told to'], {
    env: { ...bareEnvironment(), LOG_LINES: String(lineCount) },
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  t.after(() => child.kill('SIGKILL'))
  child.stdout?.setEncoding('utf8').pause()
  let isWritten = false
  child.once('message', (message) => {
    isWritten = message === 'written'
  })
  await eventually(() => isWritten, 'the process has written its lines, and is not blocked')
  return child
}

test('a line is written though nothing follows it', async (t) => {
  const child = await startWriting(t, 1, 'pipe')
  const [text] = await once(child.stdout!.resume(), 'data')
  assert.deepEqual(placesOf(linesOf(String(text))), [0])
})

/** More than a pipe and the process hold together. */
const TOO_MANY = 40_000

test('a pipe that is full stops no process: its lines come in order once somebody reads, and then how many were lost', async (t) => {
  const child = await startWriting(t, TOO_MANY, 'pipe')
  let text = ''
  let isTold = false
  child.stdout!.on('data', (chunk) => {
    text += chunk
    if (isTold || text.length < LIMITS.logHeldBytes || !text.endsWith('\n')) return
    isTold = true
    child.send('one more line')
    child.send('end')
  })
  child.stdout!.resume()
  assert.deepEqual(await once(child, 'close'), [0, null])
  const lines = linesOf(text)
  const [lost, last] = [lines.at(-2)!, lines.at(-1)!]
  assert.match(lost.msg, /^lines of the log were lost/)
  assert.equal(last.count, TOO_MANY)
  const taken = placesOf(lines.slice(0, -2))
  assert.deepEqual(taken, upTo(taken.length))
  assert.equal(taken.length + lost.count!, TOO_MANY)
})

test('what is kept for a pipe that nobody reads has an end, however long it goes on', async (t) => {
  const child = await startWriting(t, TOO_MANY, 'pipe')
  for (let times = 0; times < 4; times++) {
    child.send('as many again')
    assert.deepEqual((await once(child, 'message'))[0], 'written')
  }
  let text = ''
  let isAsked = false
  child.stdout!.on('data', (chunk) => {
    text += chunk
    if (!isAsked && text.length >= LIMITS.logHeldBytes && text.endsWith('\n')) isAsked = child.send('one more line')
    if (text.endsWith(`"count":${TOO_MANY},"msg":"a line"}\n`)) child.send('end')
  })
  child.stdout!.resume()
  assert.deepEqual(await once(child, 'close'), [0, null])
  assert.ok(text.length < 2 * LIMITS.logHeldBytes, `${text.length} bytes were kept`)
})

test('a disk that is full and a reader that is gone end no process', async (t) => {
  const onFullDisk = await startWriting(t, LINE_COUNT, openSync('/dev/full', 'w'))
  onFullDisk.send('end')
  assert.deepEqual(await once(onFullDisk, 'exit'), [0, null])
  const unread = await startWriting(t, TOO_MANY, 'pipe')
  unread.stdout!.destroy()
  unread.send('one more line')
  unread.send('end')
  assert.deepEqual(await once(unread, 'exit'), [0, null])
})

const anyValue = fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double()), { nil: undefined })
const anyPlainLine = fc.record(
  { requestId: anyValue, route: anyValue, ms: anyValue, operator: anyValue, outcome: anyValue, reason: anyValue },
  { requiredKeys: [] },
)

test('a plain line is written as the log itself writes it', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line.replace(/"time":"[^"]*"/, '')) })
  const property = fc.property(anyPlainLine, (line) => {
    log.plain.info(line, 'request')
    log.info(line, 'request')
    const [plain, hidden] = lines.splice(0)
    assert.equal(plain, hidden)
  })
  fc.assert(property, seeded(500))
})

test('a plain line has no place for a secret: other names, parts and objects do not compile', () => {
  const { plain } = makeLog('silent', { write: () => {} })
  const wider = { requestId: 'req_x', token: 'ps_x' }
  // @ts-expect-error a name that is hidden elsewhere
  plain.info({ token: 'ps_x' }, 'request')
  // @ts-expect-error the same in an object that was made before
  plain.info(wider, 'request')
  // @ts-expect-error a value with parts
  plain.info({ reason: { token: 'ps_x' } }, 'request')
  // @ts-expect-error words that somebody put together
  plain.info({ requestId: 'req_x' }, `request of ${wider.token}`)
})
