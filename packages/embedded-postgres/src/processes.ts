import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process as seen from outside: `startedAt` tells it from a later one with the same number. */
export type Process = { pid: number; startedAt: string; command: string }

const hasProc = existsSync('/proc/self/stat')

/** The live process with this number, or undefined when there is none or only its zombie. */
export function findProcess(pid: number): Process | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined
  return hasProc ? fromProc(pid) : fromPs(pid)
}

/** The live processes whose working directory is this folder; none on a system without /proc. */
export function findProcessesIn(folder: string): Process[] {
  if (!hasProc) return []
  const inFolder = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      return false
    }
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && inFolder(name))
  return pids.map((pid) => findProcess(Number(pid))).filter((found) => found !== undefined)
}

/** True while the process that `startedAt` belongs to lives; a reused number does not count. */
export function isSameProcess(pid: number, startedAt: string): boolean {
  return findProcess(pid)?.startedAt === startedAt
}

/** Waits until the process is gone or the time is over; true when it is gone. */
export async function waitUntilGone(pid: number, startedAt: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (isSameProcess(pid, startedAt)) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}

function fromProc(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name stands in parentheses and may hold anything, so fields are counted behind the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, startedAt: fields[19] ?? '', command }
  } catch {
    return undefined
  }
}

function fromPs(pid: number): Process | undefined {
  try {
    const ps = (field: string) =>
      execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
    if (ps('stat').startsWith('Z')) return undefined
    return { pid, startedAt: ps('lstart'), command: ps('command') }
  } catch {
    return undefined
  }
}
