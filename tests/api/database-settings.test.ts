import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startService } from '@coffer/service'
import { migrate, readConfig, type Tx } from '@coffer/service/platform'
import { sql } from 'kysely'
import { commandLine } from '../support/command-line.ts'
import { enter } from '../support/player.ts'
import { openPool, openRows } from '../support/rows.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

/** What somebody may have set for a database, or for all of a server: each of them breaks a service that leaves it as it is. */
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

test('a database of another encoding: refused in words, with the command that makes another', async (t) => {
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
