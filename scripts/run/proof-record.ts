import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/** What a run of `npm run proof` runs: `source` identifies the files of the checkout. */
export type ProofPlan = { source: string; seed: string; files: string[] }
export type FileResult = { file: string; passed: boolean; testsCount: number; seconds: number }
export type ProofRecord = ProofPlan & { results: FileResult[] }

export const WITHOUT_GIT = 'a copy without Git'

/** A record is a file of JSON lines, so that an interruption loses no result: the plan first, then the result of each file that has ended. */
export function startRecord(path: string, plan: ProofPlan): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, line(plan))
}

export function addResult(path: string, result: FileResult): void {
  appendFileSync(path, line(result))
}

/** The last run's record; null when there is none. */
export function readRecord(path: string): ProofRecord | null {
  if (!existsSync(path)) return null
  // What follows the last line break was cut short.
  const [plan, ...results] = readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text))
  return plan === undefined ? null : { ...plan, results }
}

export function filesLeft({ files, results }: ProofRecord): string[] {
  return files.filter((file) => !results.some((result) => result.file === file))
}

/** The commit, and a hash of how the files differ from it. `WITHOUT_GIT` for a copy of which that is not known. */
export function sourceId(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: PROJECT_DIR, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 }).toString()
  try {
    const commit = git('rev-parse', '--short', 'HEAD').trim()
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
    const added = untracked.map((path) => path + readFileSync(join(PROJECT_DIR, path), 'utf8'))
    const change = [git('diff', 'HEAD'), ...added].join('')
    return change === '' ? commit : `${commit} with changes ${hashOf(change)}`
  } catch {
    return WITHOUT_GIT
  }
}

/** The end of the report: the result of each file, then the sums. */
export function summaryOf(record: ProofRecord): string[] {
  const { source, seed, files, results } = record
  const width = Math.max(...files.map(({ length }) => length))
  const rows = files.map((file) => {
    const result = results.find((one) => one.file === file)
    if (result === undefined) return `not run  ${file}`
    const { passed, testsCount, seconds } = result
    return `${passed ? 'passed ' : 'FAILED '}  ${file.padEnd(width)}  ${String(testsCount).padStart(5)} tests  ${minutesOf(seconds)}`
  })
  const count = (passed: boolean) => results.filter((result) => result.passed === passed).length
  const leftCount = filesLeft(record).length
  const testsCount = results.reduce((sum, result) => sum + result.testsCount, 0)
  return [
    `Proof of ${source}, TEST_SEED=${seed}`,
    ...rows,
    `${files.length} files: ${count(true)} passed, ${count(false)} failed, ${leftCount} not run; ${testsCount} tests`,
    ...(leftCount > 0 ? ['Continue a whole run with: npm run proof -- --resume'] : []),
  ]
}

/** Why the last run of a proof cannot be resumed, in words; null when it can. */
export function reasonForNoResume(record: ProofRecord | null, source: string): string | null {
  if (record === null) return 'There is no run to resume.'
  if (source === WITHOUT_GIT) return 'Without Git it is not known whether the source is that of the last run.'
  if (record.source !== source) return `The last run was of ${record.source}, and this is ${source}.`
  if (filesLeft(record).length === 0) return 'All files of the last run have ended.'
  return null
}

/** Every file has run and passed. */
export function isProven(record: ProofRecord): boolean {
  return filesLeft(record).length === 0 && record.results.every(({ passed }) => passed)
}

function minutesOf(seconds: number): string {
  const whole = Math.round(seconds)
  return `${String(Math.floor(whole / 60)).padStart(3)} min ${String(whole % 60).padStart(2)} s`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
