import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { resolve } from 'node:path'
import { familyOf, killAll } from './descendants.ts'

/** So long a process may take to end what it has started. */
const TERM_MS = 5_000

export type Late = { files: readonly string[]; seconds: number }

/**
 * Node's runner waits for the process of a test file as long as it lives: a server that nobody closed, a child that nobody ended or a
 * loop without an end would keep a run for ever. This ends such a process when its time is over, with all that it has started, and tells
 * which files it ran. `batches` are the programs that the runner starts, with the test files of each. Returns what stops watching.
 */
export function endLateFiles(
  batches: ReadonlyMap<string, readonly string[]>,
  timeoutMs: number,
  tell: (late: Late) => void,
): () => void {
  const paths = new Map([...batches].map(([path, files]) => [resolve(path), files]))
  const watch = (message: unknown) => {
    const child = (message as { process: ChildProcess }).process
    // What it runs is known when it was started, a moment later.
    const timer = setTimeout(() => {
      const path = child.spawnargs?.map((argument) => resolve(argument)).find((argument) => paths.has(argument))
      if (path === undefined || child.pid === undefined) return
      tell({ files: paths.get(path)!, seconds: timeoutMs / 1000 })
      end(child, child.pid)
    }, timeoutMs)
    child.once('exit', () => clearTimeout(timer))
  }
  subscribe('child_process', watch)
  return () => unsubscribe('child_process', watch)
}

function end(child: ChildProcess, pid: number): void {
  const family = familyOf(pid)
  child.kill('SIGTERM')
  setTimeout(() => {
    killAll(family)
    // Whatever holds the other end would keep the runner waiting for more.
    for (const stream of [child.stdout, child.stderr]) stream?.destroy()
  }, TERM_MS)
}
