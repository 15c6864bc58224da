import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LIMITS } from '@coffer/service/kernel'
import { sql } from 'kysely'
import { openRows } from '../support/rows.ts'
import { startWorld } from '../support/world.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
/** Words of a document, on one line and without what marks a comment or a cell. */
const textOf = (path: string) =>
  readFileSync(join(PROJECT_DIR, path), 'utf8').replace(/\n# /g, ' ').replace(/\s+/g, ' ')

const { appConnections, sharedConnections, jobsConnections, drainMs, shutdownMs } = LIMITS
const FOR_REQUESTS = appConnections + sharedConnections
/** Two to look whether it is ready: one that stays, and one for the migrations until there is none left to run. */
const CONNECTIONS = FOR_REQUESTS + jobsConnections + 2

test('what a process needs stands in the settings file and in the guide as the limits have it', () => {
  const seconds = (ms: number) => ms / 1_000
  for (const path of ['.env.example', 'docs/guides/going-live.md']) {
    const text = textOf(path)
    assert.ok(text.includes(`at most ${CONNECTIONS}`), path)
    assert.ok(text.includes(`${FOR_REQUESTS} for requests, ${jobsConnections} for loops, and`), path)
    assert.match(text, new RegExp(`(within|at most) ${seconds(drainMs + shutdownMs)} seconds`), path)
    assert.ok(text.includes(`for ${seconds(drainMs)} it still takes requests`), path)
    assert.ok(text.includes(`then what is under way has ${seconds(shutdownMs)}`), path)
  }
})

test('a process never holds more connections than it says, however much is asked of it at once', async (t) => {
  const { service, baseUrl, operator, databaseUrl } = await startWorld(t)
  const rows = openRows(databaseUrl)
  const slow = sql`select pg_sleep(0.3)`
  const asked = Array.from({ length: 60 }, () => [
    service.ctx.tx(operator.operatorId, (tx) => slow.execute(tx)),
    service.ctx.systemTx((tx) => slow.execute(tx)),
    fetch(`${baseUrl}/readyz`),
  ]).flat()
  let most = 0
  let isOver = false
  const all = Promise.allSettled(asked).then(() => (isOver = true))
  while (!isOver) {
    const [row] = await rows.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and usename in ('coffer_app', 'coffer_jobs')`,
    )
    most = Math.max(most, row!.count)
  }
  await all
  assert.ok(most > jobsConnections && most <= CONNECTIONS, `${most} of ${CONNECTIONS}`)
})
