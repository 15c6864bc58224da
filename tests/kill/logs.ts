import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Errors in the services' logs: bugs that a client saw only as a 500. An outage of the database is told there as a warning. */
export function unexplainedErrors(folder: string): string[] {
  return ['service-1', 'service-2'].flatMap((name) => {
    const lines = readFileSync(join(folder, 'logs', `${name}.log`), 'utf8').split('\n')
    return lines.flatMap((line) => (isUnexplained(line) ? [`${name} logged ${line.slice(0, 1_500)}`] : []))
  })
}

function isUnexplained(line: string): boolean {
  if (line.trim() === '') return false
  const entry = read(line)
  if (entry === null) return !line.includes('ExperimentalWarning') && !line.startsWith('(Use `node')
  return entry.level === 'error' || entry.level === 'fatal'
}

type Entry = { level: string }

/** Null for what is no line of the log, such as the last words of a process that broke. */
function read(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return null
  }
}
