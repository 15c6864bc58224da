import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the database says when it went away, or took something back, in the middle of a request: outages, not bugs. */
const OUTAGE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '57014',
  '40001',
  '40P01',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])
const OUTAGE_WORDS =
  /Connection terminated|connection is closed|Client has encountered a connection error|not queryable/

/** Errors in the services' logs that no outage explains: bugs that a client saw only as a 500. */
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
  if (entry.level !== 'error' && entry.level !== 'fatal') return false
  const { code = '', message = '' } = entry.err ?? {}
  return !OUTAGE.has(code) && !OUTAGE_WORDS.test(message)
}

type Entry = { level: string; err?: { code?: string; message?: string } }

/** Null for what is no line of the log, such as the last words of a process that broke. */
function read(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return null
  }
}
