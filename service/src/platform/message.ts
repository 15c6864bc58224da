import type pg from 'pg'
import { DatabaseError, serialize } from 'pg-protocol'

/** A statement as a connection sends it, its values as the protocol wants them; without a name it is read anew each time. */
export type Statement = { name: string | null; text: string; values: readonly unknown[] }

export type Answer = { command: string | null; rowCount: number | null; rows: Record<string, unknown>[] }

/** A statement that somebody waits for. */
export type Asked = Statement & { resolve(answer: Answer): void; reject(error: unknown): void }

/** What a driver's connection can do for whoever writes the protocol, beyond what its types say. */
type Wire = {
  readonly stream: { write(bytes: Buffer): void }
  readonly parsedStatements: Record<string, string>
}

type Field = { name: string; dataTypeID: number }
type Column = { name: string; read(text: string): unknown }

/** What prepared statements of a connection answer with: as long as one is prepared that does not change. */
const columnsOf = new WeakMap<pg.Connection, Map<string, readonly Column[]>>()

/** Errors that a server answered to a message without a commit. */
const withoutCommit = new WeakSet<object>()

/**
 * True when the message that failed held no commit, also where the server ended the connection: in a transaction that was begun explicitly,
 * nothing is kept. Where in a message the error came does not count: a pooler in between may write one although the commit took effect.
 */
export function failedWithoutCommit(error: unknown): boolean {
  return withoutCommit.has(error as object)
}

const DESCRIBE = serialize.describe({ type: 'P' })
const EXECUTE = serialize.execute()
const SYNC = serialize.sync()

/**
 * Statements that go to the server together, with one sync at their end: it runs one after the other, and none after one that failed. Their
 * answers are handed over together too, when the last has come; what is asked together fails together, but for an answer that cannot be read,
 * which fails its own statement only. The driver's own queries take a round trip each.
 */
export class Message implements pg.Submittable {
  readonly #statements: readonly Asked[]
  readonly #typeOf: (oid: number) => (text: string) => unknown
  readonly #answers: Answer[]
  /** By what the rows of a statement could not be read. */
  readonly #unreadable = new Map<number, unknown>()
  #columns: readonly Column[] = []
  #known: Map<string, readonly Column[]> = new Map()
  /** Of the statement that the server answers now. */
  #place = 0
  /** Once all is answered, or has failed. */
  readonly answered: Promise<void>
  readonly #end: () => void

  constructor(statements: readonly Asked[], typeOf: (oid: number) => (text: string) => unknown) {
    this.#statements = statements
    this.#typeOf = typeOf
    this.#answers = statements.map(() => ({ command: null, rowCount: null, rows: [] }))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.answered = promise
    this.#end = resolve
  }

  get texts(): readonly string[] {
    return this.#statements.map(({ text }) => text)
  }

  /** Name and text of what is being prepared: the driver asks when it is, and keeps them for its connection. */
  get name(): string | null {
    return this.#statements[this.#place]?.name ?? null
  }

  get text(): string | undefined {
    return this.#statements[this.#place]?.text
  }

  /** In one piece: each write is a call of the system. */
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    this.#known = columnsOf.get(connection) ?? this.#known
    columnsOf.set(connection, this.#known)
    const sent = new Set<string>()
    const pieces: Buffer[] = []
    for (const { name, text, values } of this.#statements) {
      const statement = name ?? ''
      if (statement === '' || (wire.parsedStatements[statement] === undefined && !sent.has(statement))) {
        pieces.push(serialize.parse({ name: statement, text }))
        sent.add(statement)
      }
      pieces.push(serialize.bind({ statement, values: values as unknown[] }))
      if (!this.#known.has(statement)) pieces.push(DESCRIBE)
      pieces.push(EXECUTE)
    }
    pieces.push(SYNC)
    wire.stream.write(Buffer.concat(pieces))
    this.#begin()
  }

  /** What the next statement to be answered answers with, as far as that is known. */
  #begin(): void {
    this.#columns = this.#known.get(this.name ?? '') ?? []
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: this.#typeOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#answers[this.#place]?.rows.push(readFields(this.#columns, fields))
    } catch (error) {
      // Thrown here, in the midst of what a socket has brought, it would end the process.
      this.#unreadable.set(this.#place, error)
    }
  }

  /** `text` is the server's tag, such as `INSERT 0 1` or `SELECT 3`. */
  handleCommandComplete({ text }: { text: string }): void {
    const answer = this.#answers[this.#place] as Answer
    const words = text.split(' ')
    const count = Number(words.at(-1))
    answer.command = words[0] as string
    answer.rowCount = words.length > 1 && Number.isInteger(count) ? count : null
    const { name } = this
    if (name !== null) this.#known.set(name, this.#columns)
    this.#place += 1
    this.#begin()
  }

  handleReadyForQuery(): void {
    for (const [place, { resolve, reject }] of this.#statements.entries()) {
      if (this.#unreadable.has(place)) reject(this.#unreadable.get(place))
      else resolve(this.#answers[place] as Answer)
    }
    this.#end()
  }

  handleError(error: unknown): void {
    if (error instanceof DatabaseError && !this.texts.includes('commit')) withoutCommit.add(error)
    for (const { reject } of this.#statements) reject(error)
    this.#end()
  }
}

function readFields(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < columns.length; place++) {
    const { name, read } = columns[place] as Column
    const text = fields[place] as string | null
    row[name] = text === null ? null : read(text)
  }
  return row
}
