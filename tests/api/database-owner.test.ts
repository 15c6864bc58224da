import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@coffer/embedded-postgres'
import { startService } from '@coffer/service'
import { type Config, migrate, readConfig } from '@coffer/service/platform'
import pg from 'pg'
import { createOperator } from '../../service/src/operators/index.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { runCoffer } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'

/** Roles belong to the cluster, so what these tests do to them needs one of its own, as a provider lends it: its user is no superuser. */
let cluster: EmbeddedPostgres
let folder: string
let databaseCount = 0

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coffer-owner-'))
  // The database's user must be able to enter when the test runs as root.
  chmodSync(folder, 0o755)
  cluster = await startEmbeddedPostgres({
    ...{ dataDir: folder, directory: join(folder, 'cluster'), projectDir: join(import.meta.dirname, '../..') },
    ...{ fsync: false, settings: { scram_iterations: '1' } },
  })
  await asSuperuser("create role lender login createrole password 'lent'")
})
after(async () => {
  await cluster.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
})

async function on<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const asSuperuser = (statement: string) => on(cluster.url, statement)

/** An address of this cluster. */
function addressOf(user: string, password: string, database: string): string {
  const url = new URL(cluster.url)
  return Object.assign(url, { username: user, password, pathname: `/${database}` }).href
}

/** A database of the lent user, and the settings of a process on it. */
async function newDatabase() {
  const name = `lent_${++databaseCount}`
  await asSuperuser(`create database ${name} owner lender`)
  const env = {
    COFFER_ENV: 'production',
    COFFER_BASE_URL: 'https://play.example',
    COFFER_MASTER_KEY: randomBytes(32).toString('hex'),
    COFFER_DATA_DIR: join(folder, 'data'),
    COFFER_APP_DATABASE_URL: addressOf('coffer_app', 'first', name),
    COFFER_JOBS_DATABASE_URL: addressOf('coffer_jobs', 'second', name),
    PORT: '0',
  }
  const owner = addressOf('lender', 'lent', name)
  const coffer = (settings: NodeJS.ProcessEnv, ...args: string[]) =>
    runCoffer({ ...bareEnvironment(), ...env, ...settings }, [...args, '--json'])
  return { env, owner, coffer, config: readConfig(env) }
}

function serve(config: Config) {
  const own = { jobs: false, log: readableLog().log, limits: PATIENT_LIMITS }
  return startService({ ...config, environment: 'test' }, own)
}

test('coffer migrate makes the logins for an owner that is no superuser, and a process knows nothing but them', async () => {
  const { env, owner, coffer, config } = await newDatabase()
  assert.deepEqual([config.databaseUrl, config.migrateOnStart], [null, true])
  const early = await coffer({}, 'operator', 'create', '--slug', 'a', '--name', 'A', '--currency', 'EUR')
  assert.match(early.err, /does not let the service in yet .*coffer_jobs.*Run coffer migrate first; nothing was done/)
  assert.equal(early.code, 1)
  const nobody = await coffer({}, 'migrate')
  assert.match(nobody.err, /DATABASE_URL is not set: it is the address of the owner/)
  const migrated = await coffer({ DATABASE_URL: owner }, 'migrate')
  assert.equal(migrated.code, 0, migrated.err)
  for (const words of [['audit', 'verify'], ['doctor']]) {
    const looked = await coffer({}, ...words)
    assert.deepEqual([looked.code, looked.err], [0, ''], `${words} needs no process that served before`)
  }
  const service = await serve(config)
  try {
    const { operatorId } = await createOperator(service.ctx, { slug: 'a', name: 'A', currency: 'EUR', actor: 'test' })
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    assert.deepEqual(
      await on(owner, 'select operator_id::int as id from operators'),
      [{ id: operatorId }],
      'its owner sees all',
    )
    assert.deepEqual(await on(env.COFFER_JOBS_DATABASE_URL, 'select slug from operators'), [{ slug: 'a' }])
    await assert.rejects(on(env.COFFER_APP_DATABASE_URL, 'select slug from operators'), /coffer\.operator_id/)
    await assert.rejects(on(env.COFFER_APP_DATABASE_URL, 'create temporary table rounds ()'), /permission denied/)
  } finally {
    await service.close()
  }
})

test('a process that started before its database was migrated is ready afterwards, without another start', async () => {
  const { owner, config } = await newDatabase()
  const service = await serve(config)
  const ready = async () => (await fetch(`${service.url}/readyz`)).status
  try {
    assert.equal(await ready(), 503)
    await migrate(owner, config.logins!)
    await eventually(async () => (await ready()) === 200, 'it is ready')
  } finally {
    await service.close()
  }
})

test('a migration sees the rows of all operators, also after a restore that left the owner without its place among the roles', async () => {
  const { owner, config } = await newDatabase()
  await migrate(owner, config.logins!)
  const service = await serve(config)
  await createOperator(service.ctx, { slug: 'a', name: 'A', currency: 'EUR', actor: 'test' }).finally(service.close)
  await asSuperuser('revoke coffer_app, coffer_jobs from lender granted by lender')
  assert.deepEqual(await on(owner, 'select slug from operators'), [])
  await on(owner, WATCHED)
  await migrate(owner, config.logins!)
  assert.deepEqual(await on(owner, 'select slug from seen'), [{ slug: 'a' }])
})

/** One migration waits, and beside it stands what it saw. */
const WATCHED = `
  create table seen (slug text);
  create function note() returns trigger language plpgsql as $$
    begin insert into seen select slug from operators; return new; end $$;
  create trigger note before insert on migrations for each row execute function note();
  drop index sessions_of_player;
  delete from migrations where name = '0014_sessions.sql'`

test('a password that the address has anew is given to the login by the next migration, and until then nobody starts', async () => {
  const { env, owner } = await newDatabase()
  await migrate(owner, readConfig(env).logins!)
  const changed = { ...env, COFFER_APP_DATABASE_URL: env.COFFER_APP_DATABASE_URL.replace('first', 'third') }
  await assert.rejects(serve(readConfig(changed)), /password authentication failed.*run coffer migrate/)
  await migrate(owner, readConfig(changed).logins!)
  await (await serve(readConfig(changed))).close()
  await migrate(owner, readConfig(env).logins!)
})

test('an owner who may not change a login is told what somebody else has to run', async () => {
  const { env, owner } = await newDatabase()
  await migrate(owner, readConfig(env).logins!)
  await asSuperuser("alter role lender nocreaterole; alter role coffer_app password 'unknown'")
  try {
    await assert.rejects(migrate(owner, readConfig(env).logins!), /alter role coffer_app login password/)
  } finally {
    await asSuperuser('alter role lender createrole')
  }
  await migrate(owner, readConfig(env).logins!)
})

const WRONG_LOGINS: Record<string, { made: string; undone: string; told: RegExp }> = {
  'a superuser': {
    made: 'alter role coffer_jobs superuser',
    undone: 'alter role coffer_jobs nosuperuser',
    told: /nosuperuser/,
  },
  'one that passes policies': {
    made: 'alter role coffer_app bypassrls',
    undone: 'alter role coffer_app nobypassrls',
    told: /nobypassrls/,
  },
  'one that makes roles': {
    made: 'alter role coffer_app createrole',
    undone: 'alter role coffer_app nocreaterole',
    told: /nocreaterole/,
  },
  'a member of another role': {
    made: 'grant pg_read_server_files to coffer_jobs',
    undone: 'revoke pg_read_server_files from coffer_jobs',
    told: /is a member of another role/,
  },
  'the owner of a table': {
    made: 'create table owned (); alter table owned owner to coffer_app',
    undone: 'drop table owned',
    told: /owns something/,
  },
}

test('a process does not start with a login that may more than it should, and says what to do', async () => {
  const { env, owner, config } = await newDatabase()
  await migrate(owner, config.logins!)
  for (const [name, { made, undone, told }] of Object.entries(WRONG_LOGINS)) {
    await asSuperuser(made)
    await assert.rejects(serve(config), told, name).finally(() => asSuperuser(undone))
  }
  const swapped = { ...env, COFFER_APP_DATABASE_URL: owner }
  await assert.rejects(serve(readConfig(swapped)), /run as lender, not as coffer_app/)
  await (await serve(config)).close()
})
