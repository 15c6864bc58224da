import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LIMITS } from '@coffer/service/kernel'
import { sql } from 'kysely'
import { eventually } from '../support/eventually.ts'
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
  await rows.query('select pg_advisory_lock(1)')
  const held = sql`select pg_advisory_xact_lock_shared(1)`
  const asked = Array.from({ length: 2 * appConnections }, () => [
    service.ctx.tx(operator.operatorId, (tx) => held.execute(tx)),
    service.ctx.systemTx((tx) => held.execute(tx)),
    fetch(`${baseUrl}/readyz`),
  ]).flat()
  const look = async () => {
    const [seen] = await rows.query<{ count: number; heldCount: number }>(
      `select count(*)::int as count, (count(*) filter (where wait_event = 'advisory'))::int as "heldCount"
       from pg_stat_activity where datname = current_database() and usename in ('coffer_app', 'coffer_jobs')`,
    )
    assert.ok(seen!.count <= CONNECTIONS, `${seen!.count} of ${CONNECTIONS}`)
    return seen!.heldCount
  }
  const inUse = eventually(async () => (await look()) === appConnections + jobsConnections, 'both pools are in use')
  await inUse.finally(() => rows.query('select pg_advisory_unlock(1)'))
  await Promise.all(asked)
  await look()
})
