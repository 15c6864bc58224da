import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from './cluster.ts'
import type { Place } from './place.ts'
import { MachineProblem } from './problem.ts'
import { findProcess, findProcessesIn, waitUntilGone } from './processes.ts'

const STOP_STEPS = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
] as const

const ORPHANS_GRACE_MS = 2_000
const ORPHANS_END_MS = 10_000

/**
 * Clears what an earlier start left: a server that still runs on this cluster is stopped and waited for; a
 * `postmaster.pid` whose number belongs to nobody, to a zombie or to a stranger is stale and removed.
 * The caller holds the cluster's lock, so no live process of ours can own that server.
 */
export async function clearLeftover(place: Place, log: (line: string) => void): Promise<void> {
  const path = join(dataFolder(place), 'postmaster.pid')
  if (!existsSync(path)) return
  const found = findProcess(Number(readFileSync(path, 'utf8').split('\n')[0]))
  if (found?.command.includes(dataFolder(place))) {
    log(`a database of an earlier start still runs (process ${found.pid}), stopping it`)
    await stopProcess(found.pid, found.startedAt)
  }
  await endOrphans(dataFolder(place))
  rmSync(path, { force: true })
}

/**
 * A backend whose postmaster was killed may compute on, and would write into the cluster beside the new server.
 * PostgreSQL guards against that by what stands in `postmaster.pid`, so they must be gone before it is removed.
 */
async function endOrphans(folder: string): Promise<void> {
  const graceEnds = performance.now() + ORPHANS_GRACE_MS
  for (const orphan of findProcessesIn(folder)) {
    if (await waitUntilGone(orphan.pid, orphan.startedAt, Math.max(0, graceEnds - performance.now()))) continue
    sendSignal(orphan.pid, 'SIGKILL')
    if (await waitUntilGone(orphan.pid, orphan.startedAt, ORPHANS_END_MS)) continue
    throw new MachineProblem(
      `A process of the earlier database (${orphan.pid}) does not end. End it (kill -9 ${orphan.pid}) and start again.`,
    )
  }
}

async function stopProcess(pid: number, startedAt: string): Promise<void> {
  for (const [signal, timeoutMs] of STOP_STEPS) {
    sendSignal(pid, signal)
    if (await waitUntilGone(pid, startedAt, timeoutMs)) return
  }
  throw new MachineProblem(
    `The database of an earlier start (process ${pid}) does not end. End it (kill -9 ${pid}) and start again.`,
  )
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM') {
      throw new MachineProblem(
        `Process ${pid} runs this database and belongs to another user. End it there (kill ${pid}) and start again.`,
      )
    }
    if (code !== 'ESRCH') throw error
  }
}
