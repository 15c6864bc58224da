import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findProcess } from '@coffer/embedded-postgres'

/** A process with its command and when it began, so that another one that gets its number later is not taken for it. */
export type Descendant = NonNullable<ReturnType<typeof findProcess>>

/** A process that runs and all that it has started, in any depth. */
export function familyOf(pid: number): Descendant[] {
  const parents = readParents()
  const family = [pid]
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child)
  return family.map((member) => findProcess(member)).filter((found) => found !== undefined)
}

/** Ends those that still run, at once. */
export function killAll(family: readonly Descendant[]): void {
  for (const { pid, startedAt } of family) {
    if (findProcess(pid)?.startedAt !== startedAt) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Every process of the machine with its parent. */
function readParents(): [pid: number, parent: number][] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.map((pid) => [Number(pid), parentOf(pid)])
  }
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // After the name, which stands in brackets and may hold anything: state, parent.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
