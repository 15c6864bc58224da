import { CompiledQuery } from 'kysely'
import { assert, present } from '../kernel/index.ts'
import type { Tx } from './database.ts'
import { type Column, type OverRows, queryOver, type Row, readColumns, readRow } from './row-arrays.ts'

/**
 * A statement that does for many rows what a store is asked to do for one. In its text, `rows as name (column type, …)` stands for the rows;
 * one whose answer is waited for has `place int` as their first column, and gives the `place` of the row that each answer is for.
 */
export type Many<Row extends object, Answer extends object = never> = Statement & {
  readonly types?: (row: Row) => Answer
}

type Statement = OverRows & {
  /** What a row is given with: all but its place. */
  readonly given: readonly Column[]
  /** Whether it leaves something behind. */
  readonly changes: boolean
  readonly locks: boolean
  /** What several ask for is asked once, and all of them get the same rows, to be read only. */
  readonly isLookup: boolean
}

/** The column that numbers the rows of which an answer is waited for. */
const PLACE = 'place'

const CHANGES = /\b(insert|delete|merge|truncate|(?<!\bfor\s+|\bkey\s+)update)\b/i
const LOCKS = /\bfor\s+(update|no\s+key\s+update|share|key\s+share)\b|\bpg_advisory_xact_lock/i

/** Reads as SQL. It takes no values: those come with the rows. */
export function many<Row extends object, Answer extends object = never>(
  texts: TemplateStringsArray,
): Many<Row, Answer> {
  const [text] = texts as unknown as [string]
  const overRows = readColumns(text)
  const given = overRows.columns.filter(({ name }) => name !== PLACE)
  return { ...overRows, given, changes: CHANGES.test(text), locks: LOCKS.test(text), isLookup: false }
}

/** The same for what only reads, and locks nothing. */
export function lookup<Row extends object, Answer extends object>(texts: TemplateStringsArray): Many<Row, Answer> {
  const statement = many<Row, Answer>(texts)
  assert(!statement.changes && !statement.locks, 'a lookup only reads')
  return { ...statement, isLookup: true }
}

/** Who works in a transaction that others may work in too. */
export type Worker = {
  /** Whether something of it has gone to the database that must not stay when it fails. */
  hasWritten: boolean
}

type Waiting = { resolve(answers: object[]): void; reject(error: unknown): void }
/** Who waits for what is answered to a row. */
type Asked = { row: Row; waiting: Waiting[] }
type Written = { worker: Worker; row: Row }
/** What goes to the database in one statement that nobody waits for. */
type Writing = { statement: Statement; written: Written[] }

/** A connection, as far as statements of many need one. */
type Asks = { executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }> }

/**
 * What is asked of one connection, row by row, and goes to it statement by statement. Rows that are asked for in one turn, by however many
 * who work on the connection, go together; a row that several ask for goes once. What a worker writes goes in the order in which it first
 * wrote with each statement, before whatever is asked in the same turn or later, or with the commit.
 */
export class Gatherer {
  readonly #connection: Asks
  #questions = new Map<Statement, Map<string, Asked>>()
  /** In the order in which they go. */
  #writings: Writing[] = []
  /** Of these the ones that each worker has rows in, in the same order. */
  #writingsOf = new Map<Worker, Map<Statement, Writing>>()
  #failure: { error: unknown } | null = null
  #isOver = false

  constructor(connection: Asks) {
    this.#connection = connection
  }

  /** Nothing is asked any more, and what was written and has not gone is forgotten. */
  end(): void {
    this.#isOver = true
  }

  /** Of the first statement that failed. */
  get failure(): { error: unknown } | null {
    return this.#failure
  }

  /** Whether nothing waits that was written. */
  get isSent(): boolean {
    return this.#writings.length === 0
  }

  async ask<Row extends object, Answer extends object>(
    statement: Many<Row, Answer>,
    row: Row,
    worker: Worker,
  ): Promise<Answer[]> {
    this.#assertGoesOn()
    assert(statement.columns[0]?.name === PLACE, 'what is asked says which row is answered')
    const values = readRow(statement.given, row)
    return new Promise((resolve, reject) => {
      // Runs when nobody who waits for an earlier answer can go on any further.
      if (this.#questions.size === 0) process.nextTick(() => this.#askAll())
      const question = this.#questions.get(statement) ?? new Map<string, Asked>()
      this.#questions.set(statement, question)
      if (statement.changes) worker.hasWritten = true
      const key = statement.isLookup ? JSON.stringify(values) : String(question.size)
      const asked = question.get(key) ?? { row: values, waiting: [] }
      question.set(key, asked)
      asked.waiting.push({ resolve, reject } as Waiting)
    })
  }

  write<Row extends object>(statement: Many<Row>, row: Row, worker: Worker): void {
    this.#assertGoesOn()
    const values = readRow(statement.given, row)
    const own = this.#writingsOf.get(worker) ?? new Map<Statement, Writing>()
    this.#writingsOf.set(worker, own)
    const writing = own.get(statement) ?? this.#writingAfter([...own.values()].at(-1), statement)
    own.set(statement, writing)
    writing.written.push({ worker, row: values })
  }

  /** One that goes after the last of a worker's own: it may need what that has written. That of others where there is one. */
  #writingAfter(last: Writing | undefined, statement: Statement): Writing {
    const place = last === undefined ? 0 : this.#writings.indexOf(last) + 1
    const known = this.#writings.find((one, index) => index >= place && one.statement === statement)
    if (known) return known
    const writing = { statement, written: [] }
    this.#writings.splice(place, 0, writing)
    return writing
  }

  /** What a worker has written and what has not gone yet. */
  forget(worker: Worker): void {
    this.#writingsOf.delete(worker)
    for (const writing of this.#writings) writing.written = writing.written.filter((one) => one.worker !== worker)
    this.#writings = this.#writings.filter(({ written }) => written.length > 0)
  }

  /** Sends what was written; whether it failed, the statement after it says, and {@link failure}. */
  send(): void {
    for (const { statement, written } of this.#writings) {
      for (const { worker } of written) worker.hasWritten = true
      this.#execute(
        statement,
        written.map(({ row }) => row),
      ).catch(told)
    }
    this.#writings = []
    this.#writingsOf.clear()
  }

  /** One statement as it is, after what was asked and written before it. */
  async execute<Rows>(run: () => Promise<Rows>): Promise<Rows> {
    this.#assertGoesOn()
    this.#askAll()
    this.send()
    return run().catch((error: unknown) => this.#fail(error))
  }

  #askAll(): void {
    if (this.#questions.size === 0) return
    this.send()
    const questions = this.#questions
    this.#questions = new Map()
    // What reads beside a lock means to read what holds under it.
    const inOrder = [...questions].sort(([one], [other]) => Number(other.locks) - Number(one.locks))
    for (const [statement, question] of inOrder) {
      const asked = [...question.values()]
      this.#execute(
        statement,
        asked.map(({ row }, place) => [place, ...row]),
      )
        .then((answers) => answerEach(asked, answers))
        .catch((error: unknown) => {
          for (const { waiting } of asked) for (const { reject } of waiting) reject(error)
        })
    }
  }

  #assertGoesOn(): void {
    assert(!this.#isOver, 'a statement belongs to a transaction that goes on')
  }

  async #execute(statement: Statement, rows: readonly Row[]): Promise<{ place: number }[]> {
    const asked = this.#connection.executeQuery(CompiledQuery.raw(...queryOver(statement, rows)))
    const { rows: answers } = await asked.catch((error: unknown) => this.#fail(error))
    return answers as { place: number }[]
  }

  #fail(error: unknown): never {
    this.#failure ??= { error }
    throw error
  }
}

function answerEach(asked: readonly Asked[], answers: readonly { place: number }[]): void {
  const found: object[][] = asked.map(() => [])
  for (const answer of answers) present(found[answer.place], 'a row says which place it answers').push(answer)
  for (const [place, { waiting }] of asked.entries())
    for (const { resolve } of waiting) resolve([...(found[place] as object[])])
}

/** The transaction hears of it by the statement after it. */
function told(): void {}

type Desk = { gatherer: Gatherer; worker: Worker }

const deskOf = new WeakMap<Tx, Desk>()

/** Lets a transaction's handle ask and write row by row. */
export function seat(tx: Tx, desk: Desk): void {
  deskOf.set(tx, desk)
}

/** What the statement answers for a row. */
export function askFor<Row extends object, Answer extends object>(
  tx: Tx,
  statement: Many<Row, Answer>,
  row: Row,
): Promise<Answer[]> {
  const { gatherer, worker } = deskOf.get(tx) ?? { gatherer: new Gatherer(tx), worker: { hasWritten: false } }
  return gatherer.ask(statement, row, worker)
}

/**
 * Has the statement write a row, at the latest with the commit. Nobody waits for it: it fails the transaction where it fails, and says so
 * itself where it finds another number of rows than it was meant to.
 */
export function write<Row extends object>(tx: Tx, statement: Many<Row>, row: Row): void {
  const desk = deskOf.get(tx)
  assert(desk !== undefined, 'rows are written in a transaction')
  const { gatherer, worker } = desk
  gatherer.write(statement, row, worker)
}

const TAKE_IDS = many<{ sequence: string }, { id: number }>`
  select place, nextval(sequence::regclass) as id
  from rows as asked (place int, sequence text)`

/** An id that no other row gets, of the table whose sequence it is: to be asked for before the row is written. */
export async function takeId(tx: Tx, sequence: string): Promise<number> {
  const [taken] = await askFor(tx, TAKE_IDS, { sequence })
  return present(taken, 'a sequence has no end').id
}
