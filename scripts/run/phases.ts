import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** How often something was done, and what that took of the clock and of the processor. */
export type Sum = { count: number; clockMs: number; cpuMs: number }
/** What a process of a run says of itself at its end. */
export type Told = {
  program: string
  clockMs: number
  cpuMs: number
  /** Of what it has started, as far as that has ended. */
  startedCpuMs: number
  phases: Record<string, Sum>
}

/** Where each process of a run with `--phases` writes what it did. */
const FOLDER = process.env.TEST_PHASES
const phases = new Map<string, Sum>()

/** Counts `work` to the phase of this name, in a run with `--phases`. No phase stands inside another. */
export async function phase<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  if (FOLDER === undefined) return work()
  const [beganMs, before] = [performance.now(), process.cpuUsage()]
  try {
    return await work()
  } finally {
    const { count, clockMs, cpuMs } = phases.get(name) ?? { count: 0, clockMs: 0, cpuMs: 0 }
    const tookMs = performance.now() - beganMs
    phases.set(name, { count: count + 1, clockMs: clockMs + tookMs, cpuMs: cpuMs + cpuSince(before) })
  }
}

/** Imported before the tests of a run with `--phases`. */
if (FOLDER !== undefined) process.on('exit', () => tell(FOLDER))

function tell(folder: string): void {
  const told: Told = {
    program: resolve(process.argv[1] ?? ''),
    clockMs: performance.now(),
    cpuMs: cpuSince({ user: 0, system: 0 }),
    startedCpuMs: cpuOf(process.pid).endedChildrenMs,
    phases: Object.fromEntries(phases),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(told))
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage()
  return (user - before.user + system - before.system) / 1000
}

const TICK_MS = 10

/** What a process took so far of the processor, and what those of its children took that have ended. Zero where the system does not tell. */
export function cpuOf(pid: number): { ownMs: number; endedChildrenMs: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the name, which stands in brackets and may hold anything, and eleven others: own and children's, of user and system.
    const numbers = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = numbers
    return { ownMs: (user + system) * TICK_MS, endedChildrenMs: (childrenUser + childrenSystem) * TICK_MS }
  } catch {
    return { ownMs: 0, endedChildrenMs: 0 }
  }
}
