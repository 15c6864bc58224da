import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startService } from '@coffer/service'
import { migrate, readConfig, type Tx } from '@coffer/service/platform'
import { sql } from 'kysely'
import { commandLine } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { LOOKS, startLoneProcess } from '../support/lone-process.ts'
import { enter } from '../support/player.ts'
import { makePooler } from '../support/pooler.ts'
import { openPool, openRows } from '../support/rows.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

/** Settings of a database or a server. Most of them break a service that leaves them as they are. */
const FOREIGN = {
  DateStyle: 'German',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Tokyo',
  client_encoding: 'LATIN1',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  xmloption: 'document',
  row_security: 'off',
  search_path: 'nowhere',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  statement_timeout: '20s',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '20s',
  idle_session_timeout: '20s',
}

const NAMES = Object.keys(FOREIGN)
const IN_FORCE = `select name from pg_settings where source in ('database', 'user') and name in ('${NAMES.join("', '")}')`

/** One migration waits, and beside it stands which settings of the database it ran under. */
const WATCHED = `
  create table public.seen (name text);
  create function public.note() returns trigger language plpgsql as $$
    begin insert into public.seen ${IN_FORCE}; return new; end $$;
  create trigger note before insert on public.migrations for each row execute function public.note();
  drop index public.sessions_of_player;
  delete from public.migrations where name = '0014_sessions.sql'`

test('a database: its own settings change nothing for a click, a read or a migration', async (t) => {
  const world = await startWorld(t, { freshDatabase: true, operators: { aurum: { catalogue: sureBoxes() } } })
  const { databaseUrl, operator } = world
  const rows = openRows(databaseUrl)
  const name = new URL(databaseUrl).pathname.slice(1)
  await rows.query(WATCHED)
  for (const [setting, value] of Object.entries(FOREIGN))
    await rows.query(`alter database ${name} set ${setting} = '${value}'`)
  await migrate(databaseUrl)
  assert.deepEqual(await rows.query('select name from seen'), [], 'a migration runs under none of them')

  const another = await world.anotherProcess()
  const launch = { playerExternalId: 'zoë', gameKey: 'mystery_box', target: {} } as const
  const player = await enter(another.baseUrl, 'zoë', (await operator.coffer.createLaunch(launch)).launchToken)
  const opened = await player.open(openBody(operator, 'click'))
  assert.equal(opened.status, 200, opened.text)
  const { items } = (await player.inventory()).body
  assert.equal(items.length, opened.body.round.reels.length)
  assert.equal((await player.cashBack(items[0]!.id)).status, 200)
  assert.equal((await fetch(`${another.baseUrl}/readyz`)).status, 200)
  const { ctx } = another.service
  const inForce = async (tx: Tx) => (await sql.raw(IN_FORCE).execute(tx)).rows
  assert.deepEqual([await ctx.tx(operator.operatorId, inForce), await ctx.systemTx(inForce)], [[], []])
  await rows.query(`alter database ${name} reset all`)
})

test('another encoding: refused in words, with the command for a right database', async (t) => {
  const admin = openPool(process.env.TEST_DATABASE_URL!)
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    const url = new URL(process.env.TEST_DATABASE_URL!)
    const name = `old_${randomBytes(8).toString('hex')}`
    url.pathname = `/${name}`
    await admin.query(
      `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
    )
    const { coffer } = commandLine(t, url.href)
    const refused = await coffer('migrate')
    assert.match(
      refused.err,
      new RegExp(`database ${name} keeps text as ${encoding}, and Coffer needs UTF8. Nothing was`),
    )
    assert.equal(refused.code, 1)
    const config = readConfig({ COFFER_ENV: 'test', PORT: '0', DATABASE_URL: url.href, COFFER_DATA_DIR: '/nowhere' })
    await assert.rejects(startService(config), /keeps text as .*, and Coffer needs UTF8/)
    await assert.rejects(startService(config, { migrate: false }), /keeps text as .*; run coffer migrate/)
    assert.deepEqual(await openRows(url.href).query("select from pg_class where relname = 'migrations'"), [])

    const [command] = /create database .*/.exec(refused.err) as unknown as [string]
    await admin.query(command.trim())
    const [made] = (
      await admin.query('select encoding = 6 as "isUtf8" from pg_database where datname = $1', [`${name}_utf8`])
    ).rows
    assert.deepEqual(made, { isUtf8: true })
  }
})

const REFUSED = /^a pooler refuses a parameter of the connection: .* ignore_startup_parameters/

test('a pooler in session mode: migrations, commands and a process work through it', async (t) => {
  const { url } = await createTestDatabase()
  const pooler = await makePooler(t, url, 'session')
  const { json } = commandLine(t, pooler.url, { COFFER_MASTER_KEY: 'ab'.repeat(32) })
  await openRows(url).query("drop index sessions_of_player; delete from migrations where name = '0014_sessions.sql'")
  assert.deepEqual(await json('migrate'), { code: 0, applied: ['0014_sessions.sql'] })
  assert.equal((await json('operator', 'create', '--slug', 'a', '--name', 'A', '--currency', 'EUR')).code, 0)
  const { call } = await startLoneProcess(t, pooler.url)
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(LOOKS)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
  assert.equal((await call('/readyz')).status, 200)
  assert.deepEqual(pooler.refused, [])
})

test('a pooler that refuses a parameter: log, /readyz and commands name the fix', async (t) => {
  const { url } = await createTestDatabase()
  const pooler = await makePooler(t, url, 'session')
  const address = `${pooler.url}?statement_timeout=5000`
  const { lines, call } = await startLoneProcess(t, address)
  await call(LOOKS)
  const began = lines.find(({ alert }) => alert === true)
  assert.match(String(began?.reason), REFUSED)
  assert.deepEqual([began?.code, began?.said], ['08P01', 'unsupported startup parameter: statement_timeout'])
  const { obstacles } = (await (await call('/readyz')).json()) as { obstacles: string[] }
  assert.match(obstacles.join(), REFUSED)
  const { coffer } = commandLine(t, address)
  for (const words of [['migrate'], ['operator', 'list']]) {
    const failed = await coffer(...words)
    assert.equal(failed.code, 1)
    assert.match(failed.err, /a pooler refuses .*unsupported startup parameter: statement_timeout/)
  }
})

test('a pooler in transaction mode: neither a process nor a migration starts', async (t) => {
  const { url } = await createTestDatabase()
  const pooler = await makePooler(t, url, 'transaction')
  const { coffer } = commandLine(t, pooler.url)
  const failed = await coffer('migrate')
  assert.equal(failed.code, 1)
  assert.match(failed.err, /set it to session mode/)
  await assert.rejects(startLoneProcess(t, pooler.url), /a pooler in between is not in session mode/)
})
