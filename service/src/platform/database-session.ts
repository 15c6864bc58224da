import type { ClientBase } from 'pg'

export type Settings = Readonly<Record<string, string>>

/**
 * Settings of every session, whatever the server, the database or the login has: values are read and written as these say, names are
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

/**
 * Gives a new connection its settings and asks `question`, in one round trip. Settings of a newer server are left out on an older one.
 * They are no parameters of the start-up: a pooler refuses those that it does not know.
 */
export async function openSession<Row>(client: ClientBase, settings: Settings, question = 'select'): Promise<Row[]> {
  const wanted = Object.entries({ ...OURS, ...settings }).map(([name, value]) => `('${name}', '${value}')`)
  const results = await client.query(`
    select set_config(name, value, false) from (values ${wanted.join(', ')}) as wanted (name, value)
      where current_setting(name, true) is not null;
    ${question}`)
  return (results as unknown as { rows: Row[] }[]).at(-1)?.rows ?? []
}
