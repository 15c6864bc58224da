import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { bareEnvironment } from '../../support/bare-environment.ts'

export type Environment = Record<string, string>

/** Runs a file of a folder on this Node to its end, and gives its output. */
export async function runFile(folder: string, file: string, env: Environment = {}): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...bareEnvironment(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  assert.equal(code, 0, output)
  return output
}

/** Starts a server of a folder on a free port, or on the one that is named; it says `listening` and its port. Gives its address, and ends it with the test. */
export async function startServer(t: TestContext, folder: string, file: string, env: Environment): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...bareEnvironment(), PORT: '0', ...env } })
  t.after(() => child.kill())
  let output = ''
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      output += chunk
      const said = /listening[\s\S]*?port: (\d+)/.exec(output)
      if (said) resolve(said[1] as string)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', () => reject(new Error(`${file} ended:\n${output}`)))
  })
  return `http://localhost:${port}`
}
