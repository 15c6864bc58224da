import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { environmentFrom } from './environment.ts'

export const PROJECT_DIR = join(import.meta.dirname, '../..')

export type Ended = { ok: boolean; code: number; seconds: number; output: string }

/** Runs a program in the project's folder with its output on ours, and tells its exit code. */
export async function runLive(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { cwd: PROJECT_DIR, stdio: 'inherit', env: environment() })
  const release = passSignals(child)
  return exitCode(child).finally(release)
}

/** Runs a program and keeps its output, for several at once whose lines must not mix. */
export async function runQuietly(command: string, args: readonly string[]): Promise<Ended> {
  const began = performance.now()
  const child = spawn(command, args, { cwd: PROJECT_DIR, stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const release = passSignals(child)
  const code = await exitCode(child).finally(release)
  return { ok: code === 0, code, seconds: (performance.now() - began) / 1000, output: Buffer.concat(chunks).toString() }
}

/** The program that npm installed under this name, for Node's own `spawn`. */
export function installed(name: string): string {
  return join(PROJECT_DIR, 'node_modules/.bin', name)
}

/**
 * Tools of npm name `node` and must find the pinned one, also when a file is run without npm. A run of the tests starts many
 * processes of the same sources: what one of them has compiled, the others read. Nothing that a shell sets for Coffer or for Node comes along.
 */
function environment(): NodeJS.ProcessEnv {
  const bin = join(PROJECT_DIR, 'node_modules/.bin')
  return {
    ...environmentFrom(process.env),
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: join(PROJECT_DIR, '.coffer/compiled'),
  }
}

/** Ctrl-C reaches the child by itself, being in our group; a TERM or HUP sent to us alone is handed on. */
function passSignals(child: ChildProcess): () => void {
  const stay = () => {}
  const handOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', stay).on('SIGTERM', handOn).on('SIGHUP', handOn)
  return () => process.off('SIGINT', stay).off('SIGTERM', handOn).off('SIGHUP', handOn)
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
