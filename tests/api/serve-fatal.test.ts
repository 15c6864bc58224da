import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { listenProblem, StartProblem } from '@coffer/service/platform'
import { commandLine, spawnCoffer } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { MASTER_KEY } from '../support/master-key.ts'
import { makePooler } from '../support/pooler.ts'
import { startWorld } from '../support/world.ts'

test('a service that cannot start says why as a line of JSON: every mistake of its settings, a port that is taken, a database that is away', async (t) => {
  const { url } = await createTestDatabase()
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  const last = async (databaseUrl: string, settings: Record<string, string>) => {
    const { code, out, err } = await spawnCoffer(commandLine(t, databaseUrl, settings).env, ['serve'])
    assert.deepEqual([code, err], [1, ''], out)
    const lines = out.trimEnd().split('\n')
    const line = JSON.parse(lines.at(-1)!)
    assert.deepEqual([line.level, typeof line.time], ['fatal', 'string'])
    assert.doesNotMatch(out, /\n {4}at |"stack"/)
    return line
  }
  const reason = async (settings: Record<string, string>, databaseUrl = url) => {
    const line = await last(databaseUrl, { PORT: '0', COFFER_MASTER_KEY: MASTER_KEY, ...settings })
    assert.equal(line.msg, 'the process could not go on')
    return line.reason as string
  }
  const settings = await last(url, { PORT: 'x', COFFER_ENV: 'live', COFFER_LOG_LEVEL: 'silent' })
  assert.deepEqual([settings.msg, settings.mistakes.length], ['the settings cannot be used', 2])
  const listens = `Another program listens on port ${port} of 127.0.0.1 (EADDRINUSE): end it, or choose another port: `
  assert.equal(await reason({ PORT: String(port) }), `${listens}PORT=${port + 100}.`)
  assert.equal(await reason({ METRICS_PORT: String(port) }), `${listens}METRICS_PORT=${port + 100}.`)
  assert.match(
    await reason({ HOST: '203.0.113.7' }),
    /^203\.0\.113\.7 is no address of this machine \(E\w+\): set HOST /,
  )
  const away = await reason({}, 'postgres://nobody@127.0.0.1:1/none')
  assert.match(away, /^the database does not answer \(.*127\.0\.0\.1:1\)\. .*DATABASE_URL/)
  const pooler = await makePooler(t, url, 'session')
  assert.match(
    await reason({}, `${pooler.url}?lock_timeout=1`),
    /^a pooler refuses a parameter .*\(.*lock_timeout\)\. .*DATABASE_URL/,
  )
})

test('a service on a data folder that cannot be used says which, and how to name another', async (t) => {
  const { file, env } = commandLine(t, '')
  const folder = file('data', '')
  const { code, out, err } = await spawnCoffer({ ...env, COFFER_DATA_DIR: folder }, ['serve'])
  assert.deepEqual([code, err], [1, ''])
  const { time: _, ...line } = JSON.parse(out)
  const reason = `${folder}/postgres-users lies below a file that is not a folder. Mend that and start again, or name another data folder: COFFER_DATA_DIR=FOLDER.`
  assert.deepEqual(line, { level: 'fatal', reason, msg: 'the process could not go on' })
})

test('a port that this user may not use: the reason names the setting and a port that is free for all', () => {
  const refused = Object.assign(new Error('listen EACCES: permission denied'), { code: 'EACCES' })
  const place = { port: 80, host: '127.0.0.1', portSetting: 'PORT', hostSetting: 'HOST' }
  const problem = listenProblem(refused, place)
  assert.ok(problem instanceof StartProblem)
  assert.match(problem.message, /^This user may not listen on port 80 of 127\.0\.0\.1.*: PORT=8080\.$/)
  assert.equal(listenProblem(place, place), place)
})

test('a process that listens says as what it runs and on which database, and neither user nor password', async (t) => {
  const world = await startWorld(t)
  const line = world.lines.find(({ msg }) => msg === 'listening') as { env: string; database: object }
  const owner = new URL(world.databaseUrl)
  const database = { host: owner.hostname, port: Number(owner.port), name: owner.pathname.slice(1) }
  assert.deepEqual([line.env, line.database], ['test', database])
  assert.doesNotMatch(JSON.stringify(line), /coffer_app|coffer_jobs|password/)
})
