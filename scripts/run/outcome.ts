import { relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import type { FileResult } from './proof-record.ts'

/** The processes of a run: the program of each, and the test files that it runs. */
export type Programs = ReadonlyMap<string, readonly string[]>

/** The events of which the report of a file is made. */
const REPORTED = new Set(['test:start', 'test:pass', 'test:fail', 'test:diagnostic', 'test:stdout', 'test:stderr'])
const JUDGES_MONEY = /(^|\/)tests\/(races|kill)\//

/** The outcome of a run of test files, as far as its events have been read. Files are named relative to the working directory. */
export class Outcome {
  readonly failedFiles = new Set<string>()
  /** Files of `races` and `kill` in which an assertion failed. */
  readonly brokenMoneyFiles = new Set<string>()
  /** What Node says of the whole run. It may fail without naming a file. */
  isSuccess = false
  testsCount = 0
  failedTestsCount = 0
  filesCount = 0
  readonly #programs: Programs
  readonly #events = new Map<string, TestEvent[]>()
  readonly #testsCounts = new Map<string, number>()
  readonly #onFileEnd: (result: FileResult) => void

  /** `onFileEnd` is called for each file that has a process of its own, when that has ended. */
  constructor(programs: Programs, onFileEnd: (result: FileResult) => void = () => {}) {
    this.#programs = new Map([...programs].map(([path, files]) => [resolve(path), files]))
    this.#onFileEnd = onFileEnd
  }

  /** Adds an event. Returns a line about a test that has just failed: the report names it only when the files before it have ended. */
  add(event: TestEvent): string | null {
    const { type, data } = event
    if (type === 'test:summary' && data.file === undefined) this.isSuccess = data.success
    if (data === undefined || !('file' in data) || data.file === undefined) return null
    const path = data.file
    if (type === 'test:complete') return this.#complete(path, data)
    if (!REPORTED.has(type)) return null
    const program = this.#programs.get(path)
    const files = program ?? [relative(process.cwd(), path)]
    for (const file of files) this.#events.set(file, [...(this.#events.get(file) ?? []), event])
    if (type === 'test:fail') this.#fail(files, event)
    return null
  }

  /** A file whose process was ended because it did not end. */
  addLate(files: readonly string[]): void {
    for (const file of files) this.failedFiles.add(file)
  }

  /** What Node's reporter says of one file. */
  async reportOf(file: string): Promise<string> {
    const texts: string[] = []
    for await (const text of Readable.from(this.#events.get(file) ?? []).compose(new spec())) texts.push(String(text))
    return texts.join('').trim()
  }

  #complete(path: string, { name, nesting, details }: Extract<TestEvent, { type: 'test:complete' }>['data']) {
    const program = nesting === 0 && resolve(name) === path ? this.#programs.get(path) : undefined
    if (program !== undefined) {
      this.filesCount += program.length
      const [file, ...others] = program
      const testsCount = this.#testsCounts.get(path) ?? 0
      if (file !== undefined && others.length === 0)
        this.#onFileEnd({ file, passed: details.passed, testsCount, seconds: details.duration_ms / 1000 })
      return null
    }
    if (details.type !== 'suite') {
      this.testsCount += 1
      this.#testsCounts.set(path, (this.#testsCounts.get(path) ?? 0) + 1)
    }
    if (details.passed || nesting > 0) return null
    this.failedTestsCount += 1
    return `✖ ${relative(process.cwd(), path)}: ${name}`
  }

  #fail(files: readonly string[], { data }: Extract<TestEvent, { type: 'test:fail' }>): void {
    for (const file of files) {
      this.failedFiles.add(file)
      if (JUDGES_MONEY.test(file) && isAssertion(data.details.error)) this.brokenMoneyFiles.add(file)
    }
  }
}

/** Whether an assertion failed. Node wraps what a test threw, and hands over codes but no classes from another process. */
function isAssertion(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ERR_ASSERTION') || isAssertion(error.cause)
}
