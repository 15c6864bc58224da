import assert from 'node:assert/strict'
import { ConfigError, readConfig } from '@coffer/service/platform'
import { MASTER_KEY } from './master-key.ts'

/** What a process says of its environment, a mistake a line; empty when there is none. */
export function mistakesOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return ''
}

/** The logins of a database on another machine, as production needs them. */
export const PRODUCTION_LOGINS = {
  COFFER_APP_DATABASE_URL: 'postgres://coffer_app@db/coffer?sslmode=verify-full',
  COFFER_JOBS_DATABASE_URL: 'postgres://coffer_jobs@db/coffer?sslmode=verify-full',
}

/** All that production asks for. */
export const PRODUCTION = {
  COFFER_ENV: 'production',
  ...PRODUCTION_LOGINS,
  COFFER_MASTER_KEY: MASTER_KEY,
  COFFER_BASE_URL: 'https://boxes.example',
}
