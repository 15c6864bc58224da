import type pg from 'pg'
import { present } from '../kernel/index.ts'
import type { PatientClient } from './database-client.ts'

export type Settings = Readonly<Record<string, string>>

/**
 * Settings of every session, which override those of the server, the database and the login: values are read and written as these say, names are
 * found in the schema of the migrations, and only our own limits cut anything off. `default_transaction_read_only` stays the operator's.
 */
const OURS: Settings = {
  search_path: 'public',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  xmloption: 'content',
  row_security: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  lock_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
}

/** How long a statement, and a transaction that waits for its next one, may take. */
export function timeouts(statementMs: number): Settings {
  return { statement_timeout: String(statementMs), idle_in_transaction_session_timeout: String(statementMs) }
}

/** The process of the server behind a connection, and a name of it that no other server's has. */
const READ_SESSION = `
  select pg_backend_pid() as pid, concat_ws(' ', pg_backend_pid(), pg_postmaster_start_time()) as session`

type Session = { pid: number; session: string }

type Opened<Row> = { rows: Row[]; isPooled: boolean }

/**
 * Gives a new connection its settings and asks `question`, in one round trip. Settings of a newer server are left out on an older one.
 * They are no parameters of the start-up: a pooler refuses those that it does not know. Throws `SharedSession` behind a pooler that lends
 * the session to others, as far as that shows.
 */
export async function openSession<Row>(
  client: pg.ClientBase,
  settings: Settings,
  question = 'select',
): Promise<Opened<Row>> {
  const wanted = Object.entries({ ...OURS, ...settings }).map(([name, value]) => `('${name}', '${value}')`)
  const answers = await client.query(`
    select set_config(name, value, false) from (values ${wanted.join(', ')}) as wanted (name, value)
      where current_setting(name, true) is not null;
    ${READ_SESSION};
    ${question}`)
  const [, sessions, asked] = answers as unknown as [unknown, { rows: Session[] }, { rows: Row[] }]
  const { pid, session } = present(sessions.rows[0], 'the server names its session')
  // A pooler names a process of its own as it is connected to.
  const ours = client as PatientClient & { processID: number | null }
  const isPooled = pid !== ours.processID
  if (isPooled) ours.claim(session)
  return { rows: asked.rows, isPooled }
}
