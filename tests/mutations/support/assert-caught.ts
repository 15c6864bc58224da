import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { homeEnvironment } from '../../support/bare-environment.ts'
import { applyTo, type Mutation } from './mutations.ts'

/** For a test that a mutation keeps from ending. */
const TIMEOUT_MS = 600_000
const TYPE_CHECK = ['node_modules/.bin/tsc', '--noEmit', '-p', 'tsconfig.json']

/** Applies a mutation to a copy of the project and runs its test there, which must fail and say what the mutation expects. */
export async function assertCaught(t: TestContext, copy: string, mutation: Mutation): Promise<void> {
  const takeBack = applyTo(copy, mutation)
  try {
    const { code, isEnded, printed } = await runTest(copy, mutation, t.signal)
    assert.ok(isEnded, `its test did not end: ${printed.slice(-3_000)}`)
    assert.notEqual(code, 0, `no test failed: ${printed.slice(-3_000)}`)
    assert.ok(printed.includes(mutation.expect), `it failed without "${mutation.expect}": ${printed.slice(-3_000)}`)
  } finally {
    takeBack()
  }
}

async function runTest(copy: string, { test: file, pattern, proof }: Mutation, signal: AbortSignal) {
  const patterns = pattern === null ? [] : [`--test-name-pattern=${pattern}`]
  const [program, ...args] = file === 'types' ? TYPE_CHECK : [process.execPath, 'scripts/t.ts', file, ...patterns]
  const scope = proof === null ? {} : { TEST_SCOPE: 'proof' }
  const child = spawn(program!, args, {
    ...{ cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], signal, timeout: TIMEOUT_MS },
    env: { ...homeEnvironment(), ...scope, TEST_SEED: process.env.TEST_SEED },
  })
  const end = () => child.kill()
  process.once('exit', end)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.off('exit', end)
  return { code, isEnded: !child.killed, printed: output + errors }
}
