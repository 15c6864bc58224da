import assert from 'node:assert/strict'
import { ConfigError, readConfig } from '@coffer/service/platform'

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
