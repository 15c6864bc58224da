import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { commandLine, spawnCoffer } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
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
    return line
  }
  const settings = await last(url, { PORT: 'x', COFFER_ENV: 'live', COFFER_LOG_LEVEL: 'silent' })
  assert.deepEqual([settings.msg, settings.mistakes.length], ['the settings cannot be used', 2])
  assert.match((await last(url, { PORT: String(port) })).err.message, /EADDRINUSE/)
  assert.match(
    (await last('postgres://nobody@127.0.0.1:1/none', { PORT: '0' })).err.message,
    /ECONNREFUSED|127\.0\.0\.1:1/,
  )
})

test('a process that listens says as what it runs and on which database, and neither user nor password', async (t) => {
  const world = await startWorld(t)
  const line = world.lines.find(({ msg }) => msg === 'listening') as { env: string; database: object }
  const owner = new URL(world.databaseUrl)
  const database = { host: owner.hostname, port: Number(owner.port), name: owner.pathname.slice(1) }
  assert.deepEqual([line.env, line.database], ['test', database])
  assert.doesNotMatch(JSON.stringify(line), /coffer_app|coffer_jobs|password/)
})
