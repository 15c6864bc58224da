import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  DatabaseBusy,
  fileProblem,
  findProcess,
  findRunning,
  MachineProblem,
  startEmbeddedPostgres,
  waitUntilGone,
  withDatabase,
} from '@coffer/embedded-postgres'
import pg from 'pg'
import { bareEnvironment } from '../support/bare-environment.ts'
import { eventually } from '../support/eventually.ts'

/** Ends only what hangs. */
const GONE_MS = 120_000

const projectDir = join(import.meta.dirname, '../..')
const supervisor = join(projectDir, 'packages/embedded-postgres/src/index.ts')
let root: string
let options: { dataDir: string; directory: string; projectDir: string }

before(() => {
  root = mkdtempSync(join(tmpdir(), 'coffer-supervisor-'))
  chmodSync(root, 0o755)
  options = { dataDir: join(root, 'data'), directory: join(root, 'cluster'), projectDir }
})

after(() => rmSync(root, { recursive: true, force: true }))

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** A process of its own that supervises the database until its standard input ends. */
async function startSupervisor(): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const program = `
    const { startEmbeddedPostgres } = await import(process.env.SUPERVISOR)
    const database = await startEmbeddedPostgres(JSON.parse(process.env.OPTIONS))
    console.log(JSON.stringify({ url: database.url, pid: database.pid }))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...bareEnvironment(), SUPERVISOR: supervisor, OPTIONS: JSON.stringify(options) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const died = once(child, 'exit').then(() => assert.fail('the supervisor ended before its database ran'))
  const [line] = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), died])
  return { child, ...(JSON.parse(String(line)) as { url: string; pid: number }) }
}

function postmasterFile(): string {
  return join(options.directory, 'data', 'postmaster.pid')
}

test('the embedded database is UTF-8, listens on loopback alone, and its stop leaves no process and no trace', async () => {
  const database = await startEmbeddedPostgres(options)
  const pid = database.pid
  const startedAt = findProcess(pid)?.startedAt as string
  assert.equal(findRunning(options.dataDir), database.url)
  const [row] = await query<Record<string, string>>(
    database.url,
    `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as address,
      current_setting('unix_socket_directories') as sockets, current_setting('password_encryption') as passwords,
      current_setting('fsync') as fsync, current_database() as name`,
  )
  assert.deepEqual(row, {
    encoding: 'UTF8',
    address: '127.0.0.1',
    sockets: '',
    passwords: 'scram-sha-256',
    fsync: 'on',
    name: 'coffer',
  })
  await database.stop()
  assert.equal(await waitUntilGone(pid, startedAt, 0), true)
  assert.equal(existsSync(postmasterFile()), false)
  assert.equal(findRunning(options.dataDir), undefined)
})

test('a wrong password is refused', async () => {
  const database = await startEmbeddedPostgres(options)
  try {
    const wrong = new URL(database.url)
    wrong.password = 'wrong'
    await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/)
  } finally {
    await database.stop()
  }
})

test('two supervisors never run one data folder', async () => {
  const database = await startEmbeddedPostgres(options)
  try {
    await assert.rejects(startEmbeddedPostgres(options), DatabaseBusy)
    assert.equal((await query(database.url, 'select 1')).length, 1)
  } finally {
    await database.stop()
  }
})

test('what was committed before kill -9 of the supervisor and of the server is there after the next start', async () => {
  const first = await startSupervisor()
  await query(first.url, 'create table kept (id int); insert into kept values (42)')
  const startedAt = findProcess(first.pid)?.startedAt as string
  first.child.kill('SIGKILL')
  process.kill(first.pid, 'SIGKILL')
  await once(first.child, 'exit')
  assert.equal(await waitUntilGone(first.pid, startedAt, GONE_MS), true)
  assert.equal(existsSync(postmasterFile()), true)
  const second = await startEmbeddedPostgres(options)
  try {
    assert.deepEqual(await query(second.url, 'select id from kept'), [{ id: 42 }])
  } finally {
    await second.stop()
  }
})

test('a server whose supervisor was killed ends by itself where the kernel can see to it', {
  skip: process.platform !== 'linux',
}, async () => {
  const first = await startSupervisor()
  const startedAt = findProcess(first.pid)?.startedAt as string
  first.child.kill('SIGKILL')
  assert.equal(await waitUntilGone(first.pid, startedAt, GONE_MS), true)
  assert.equal(findRunning(options.dataDir), undefined)
})

test('a server that outlived its supervisor is stopped and waited for by the next start', async () => {
  const first = await startSupervisor()
  const startedAt = findProcess(first.pid)?.startedAt as string
  process.kill(first.pid, 'SIGSTOP')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const starting = startEmbeddedPostgres(options)
  process.kill(first.pid, 'SIGCONT')
  const second = await starting
  assert.equal(await waitUntilGone(first.pid, startedAt, 0), true)
  assert.equal((await query(second.url, 'select 1')).length, 1)
  await second.stop()
})

test('a query that computes on after kill -9 of its server is gone before the next server runs', async () => {
  const first = await startSupervisor()
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  client.on('error', () => {})
  const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number
  const startedAt = findProcess(backend)?.startedAt as string
  const query = client.query('do $$ begin loop end loop; end $$').catch(() => {})
  process.kill(first.pid, 'SIGKILL')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await startEmbeddedPostgres(options)
  try {
    assert.equal(await waitUntilGone(backend, startedAt, 0), true)
  } finally {
    await second.stop()
    await query
  }
})

test('a postmaster.pid with the number of a stranger is removed and the stranger is left alone', async () => {
  const stranger = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    env: bareEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await once(stranger, 'spawn')
  writeFileSync(postmasterFile(), `${stranger.pid}\n${join(options.directory, 'data')}\n`)
  const database = await startEmbeddedPostgres(options)
  await database.stop()
  assert.equal(stranger.exitCode, null)
  assert.equal(stranger.signalCode, null)
  stranger.kill()
})

/** What may be wrong with a data folder: the file that is gone, or has another content, and what is said of it. */
const UNUSABLE: [what: string, file: string, content: string | null, words: RegExp][] = [
  [
    'of another PostgreSQL',
    'cluster/data/PG_VERSION',
    '17',
    /of PostgreSQL 17, and npm brings PostgreSQL 18: .*DATABASE_URL/,
  ],
  ['without a version', 'cluster/data/PG_VERSION', null, /no whole database.*PG_VERSION/],
  ['that is not whole', 'cluster/data/global/pg_control', null, /did not start: .*pg_control/],
  ['without its password', 'cluster/password', null, /password.* is missing/],
]
for (const [what, file, content, words] of UNUSABLE) {
  test(`a data folder ${what}: one line says so and names COFFER_DATA_DIR`, async (t) => {
    const path = join(root, file)
    renameSync(path, `${path}.aside`)
    t.after(() => renameSync(`${path}.aside`, path))
    if (content !== null) writeFileSync(path, content)
    await assert.rejects(startEmbeddedPostgres(options), isUnusable(words))
  })
}

test('a data folder that a copy left to another user, or open: one line has the command', async (t) => {
  const folder = join(root, 'cluster/data')
  const { uid, gid } = statSync(folder)
  t.after(() => chmodSync(folder, 0o700))
  chmodSync(folder, 0o755)
  await assert.rejects(startEmbeddedPostgres(options), isUnusable(/open to other users.*: chmod 700 /))
  // Only root can give a folder away.
  if (process.getuid?.() !== 0) return
  t.after(() => chownSync(folder, uid, gid))
  chownSync(folder, 12_345, 12_345)
  await assert.rejects(startEmbeddedPostgres(options), isUnusable(/belongs to user 12345, .*: chown -R \w+ /))
})

test('a lock that cannot be read: one line says so, and the lock stays', async (t) => {
  const lock = join(options.dataDir, 'postgres.lock')
  mkdirSync(lock)
  t.after(() => rmdirSync(lock))
  await assert.rejects(startEmbeddedPostgres(options), isUnusable(/postgres\.lock is a folder/))
})

test('a file of another user: one line names the nearest folder and its owner', () => {
  const isRoot = process.getuid?.() === 0
  const theirs = isRoot ? join(root, 'theirs') : '/'
  if (isRoot) {
    mkdirSync(theirs)
    chownSync(theirs, 12_345, 12_345)
  }
  const refused = (path: string) => fileProblem(Object.assign(new Error('refused'), { code: 'EACCES', path }))
  const words = new RegExp(
    `^${theirs} belongs to user ${isRoot ? 12_345 : 0}, and this is user ${process.getuid?.()}, `,
  )
  assert.ok(isUnusable(words)(refused(join(theirs, 'none/none'))))
  assert.equal(refused(root)?.message, `${root} is closed to its own user. Open it: chmod u+rwX ${root}`)
})

function isUnusable(words: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof MachineProblem, String(error))
    assert.match(error.message, words)
    assert.match(error.message, /^[^\n]*COFFER_DATA_DIR[^\n]*$/)
    return true
  }
}

test('a server that ends unasked is told with its reason, an asked stop is not', async () => {
  const database = await startEmbeddedPostgres(options)
  const told = new Promise<string>((resolve) => database.onExit(resolve))
  process.kill(database.pid, 'SIGKILL')
  assert.equal(await told, 'SIGKILL')
  const again = await startEmbeddedPostgres(options)
  again.onExit(() => assert.fail('told of an asked stop'))
  await again.stop()
})

test('a command joins the database that runs, and starts one for its own time when none does', async () => {
  const choice = { ...options, databaseUrl: undefined }
  const running = await startEmbeddedPostgres(options)
  assert.equal(await withDatabase(choice, async (url) => url), running.url)
  await running.stop()
  const numbers = [1, 2, 3, 4, 5, 6]
  const all = await Promise.all(numbers.map((n) => withDatabase(choice, (url) => query(url, `select ${n} as n`))))
  assert.deepEqual(
    all,
    numbers.map((n) => [{ n }]),
  )
  assert.equal(findRunning(options.dataDir), undefined)
})

test('a command that started the database waits for one that joined it', async () => {
  const joined = Promise.withResolvers<string>()
  const finish = Promise.withResolvers<void>()
  let guest: Promise<unknown> = Promise.resolve()
  const host = withDatabase(options, async (url) => {
    guest = withDatabase(options, async (found) => {
      joined.resolve(found)
      await finish.promise
      return query(found, 'select 1 as n')
    })
    assert.equal(await joined.promise, url)
  })
  await joined.promise
  await eventually(() => findRunning(options.dataDir) === undefined, 'the host is about to end the database')
  finish.resolve()
  assert.deepEqual(await guest, [{ n: 1 }])
  await host
  assert.equal(findRunning(options.dataDir), undefined)
})

test('DATABASE_URL wins over everything and starts nothing', async () => {
  const url = await withDatabase({ ...options, databaseUrl: 'postgres://elsewhere/x' }, async (given) => given)
  assert.equal(url, 'postgres://elsewhere/x')
  assert.equal(findRunning(options.dataDir), undefined)
})

test('the password is readable by its owner alone', () => {
  const { mode } = statSync(join(options.directory, 'password'))
  assert.equal(mode & 0o077, 0)
  assert.equal(readFileSync(join(options.directory, 'password'), 'utf8').trim().length, 32)
})
