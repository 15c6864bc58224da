import type pg from 'pg'

/** A statement as a connection sends it, its values as the protocol wants them; without a name it is read anew each time. */
export type Statement = { name: string | null; text: string; values: readonly unknown[] }

export type Answer = { command: string | null; rowCount: number | null; rows: Record<string, unknown>[] }

/** A statement that somebody waits for. */
export type Asked = Statement & { resolve(answer: Answer): void; reject(error: unknown): void }

/** What a driver's connection can do for whoever writes the protocol, beyond what its types say. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: readonly unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
}

type Field = { name: string; dataTypeID: number }
type Column = { name: string; read(text: string): unknown }

/**
 * Statements that go to the server together, with one sync at their end: it runs one after the other, and none after one that failed. Their
 * answers are handed over together too, when the last has come; what is asked together fails together. The driver's own queries take a round
 * trip each.
 */
export class Message implements pg.Submittable {
  readonly #statements: readonly Asked[]
  readonly #typeOf: (oid: number) => (text: string) => unknown
  readonly #answers: Answer[]
  #columns: Column[] = []
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

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    const sent = new Set<string>()
    wire.stream.cork()
    try {
      for (const { name, text, values } of this.#statements) {
        const statement = name ?? ''
        if (statement === '' || (wire.parsedStatements[statement] === undefined && !sent.has(statement))) {
          wire.parse({ name: statement, text })
          sent.add(statement)
        }
        wire.bind({ statement, values })
        wire.describe({ type: 'P' })
        wire.execute({})
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: this.#typeOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    for (const [place, { name, read }] of this.#columns.entries()) {
      const text = fields[place] as string | null
      row[name] = text === null ? null : read(text)
    }
    this.#answers[this.#place]?.rows.push(row)
  }

  /** `text` is the server's tag, such as `INSERT 0 1` or `SELECT 3`. */
  handleCommandComplete({ text }: { text: string }): void {
    const answer = this.#answers[this.#place] as Answer
    const words = text.split(' ')
    const count = Number(words.at(-1))
    answer.command = words[0] as string
    answer.rowCount = words.length > 1 && Number.isInteger(count) ? count : null
    this.#place += 1
  }

  handleReadyForQuery(): void {
    for (const [place, { resolve }] of this.#statements.entries()) resolve(this.#answers[place] as Answer)
    this.#end()
  }

  handleError(error: unknown): void {
    for (const { reject } of this.#statements) reject(error)
    this.#end()
  }
}
