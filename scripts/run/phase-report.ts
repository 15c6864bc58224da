import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { familyOf } from './descendants.ts'
import { cpuOf, type Sum, type Told } from './phases.ts'

export type Measured = {
  /** Where the processes have written what they did. */
  folder: string
  /** The programs that were run, with the test files of each. */
  batches: ReadonlyMap<string, readonly string[]>
  /** How long the tests of each file took. */
  fileMs: ReadonlyMap<string, number>
  databaseMs: number
}

/** Where the time of a run went, as lines. */
export function phaseReport({ folder, batches, fileMs, databaseMs }: Measured): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const all = names.map((name): Told => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return [
    ...['', '  times   clock     cpu  phase of the tests, in seconds'],
    ...sumsOf(all).map(
      ([name, { count, clockMs, cpuMs }]) =>
        `${String(count).padStart(7)}${seconds(clockMs)}${seconds(cpuMs)}  ${name}`,
    ),
    ...['', '            cpu  of'],
    `       ${seconds(total(all.map(({ cpuMs }) => cpuMs)))}  the processes of the tests`,
    `       ${seconds(total(all.map(({ startedCpuMs }) => startedCpuMs)))}  what they started: browsers, programs, commands`,
    `       ${seconds(databaseMs)}  the database`,
    ...['', '  clock     cpu started  processes of the tests'],
    ...all
      .sort((one, other) => other.cpuMs + other.startedCpuMs - one.cpuMs - one.startedCpuMs)
      .map((told) => seconds(told.clockMs) + seconds(told.cpuMs) + seconds(told.startedCpuMs) + nameOf(told, batches)),
    ...['', '  clock  files'],
    ...[...fileMs].sort(([, one], [, other]) => other - one).map(([file, ms]) => `${seconds(ms)}  ${file}`),
  ]
}

/** What a database's first process and all of its own took. */
export function databaseCpuMs(pid: number | undefined): number {
  if (pid === undefined) return 0
  return total(familyOf(pid).map((one) => cpuOf(one.pid).ownMs)) + cpuOf(pid).endedChildrenMs
}

/** The phases of all processes together, the longest first. */
function sumsOf(all: readonly Told[]): [name: string, Sum][] {
  const sums = new Map<string, Sum>()
  for (const [name, { count, clockMs, cpuMs }] of all.flatMap(({ phases }) => Object.entries(phases))) {
    const sum = sums.get(name) ?? { count: 0, clockMs: 0, cpuMs: 0 }
    sums.set(name, { count: sum.count + count, clockMs: sum.clockMs + clockMs, cpuMs: sum.cpuMs + cpuMs })
  }
  return [...sums].sort(([, one], [, other]) => other.clockMs - one.clockMs)
}

function nameOf({ program }: Told, batches: Measured['batches']): string {
  const files = [...batches].find(([path]) => resolve(path) === program)?.[1] ?? [relative(process.cwd(), program)]
  return `  ${files[0]}${files.length === 1 ? '' : ` and ${files.length - 1} more`}`
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(8)
}
