import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { type Answer, type Asked, Message } from './message.ts'

/** How long the connections of a pool are waited for, and which others of the process share their way to the database. */
export type Patience = {
  /** The server cuts a statement off after so long. */
  statementMs: number
  /** A database that has said nothing so long after that has fallen silent. */
  silenceMs: number
  company: Company
}

/** What a transaction may wait for a statement, where that is longer than usual. */
const longStatements = new AsyncLocalStorage<number>()

/** Runs `work` with statements that may take as long as `statementMs`. Telling the server so is the caller's. */
export function withLongStatements<T>(statementMs: number, work: () => T): T {
  return longStatements.run(statementMs, work)
}

/** A connection that fell silent: whether its last statement took effect, nobody knows. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(ms: number) {
    super(`the database has said nothing for ${ms} ms`)
    this.name = 'DatabaseSilent'
  }
}

/** Said by a server that takes no writes, or that is shutting down: a new connection may lead to another one. */
const MOVED = /^(25006|57P0[123])$/
const READ_ONLY = '25006'
/** What a server reports of itself, on every change too, that says the same. */
const READ_ONLY_STATES = ['in_hot_standby', 'default_transaction_read_only']

/** Whether the server of a connection was no longer the one to ask. */
export function isMoved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && MOVED.test(String(error.code))
}

/** A pooler lends a session of the server to several of our connections: what one sets there, the others find. */
export class SharedSession extends Error {
  readonly code = 'SHARED_SESSION'

  constructor() {
    super('two connections have the same session of the database: a pooler in between is not in session mode')
    this.name = 'SharedSession'
  }
}

/**
 * The connections of a process. When one has fallen silent, those at rest that have not been heard since are not trusted any more
 * either, so that one request finds out and not one for each connection.
 */
export class Company {
  readonly #clients = new Set<PatientClient>()
  #moment = 0

  /** The next in the order of what is sent and heard. */
  next(): number {
    this.#moment += 1
    return this.#moment
  }

  join(client: PatientClient): void {
    this.#clients.add(client)
    client.once('end', () => this.leave(client))
  }

  leave(client: PatientClient): void {
    this.#clients.delete(client)
  }

  /** Throws {@link SharedSession} when another connection has the session. */
  claim(client: PatientClient, session: string): void {
    for (const other of this.#clients) if (other !== client && other.session === session) throw new SharedSession()
    client.session = session
  }

  dropUnheardSince(moment: number): void {
    for (const client of this.#clients) if (client.isAtRest && client.heardAt < moment) client.drop()
  }

  /** Those that were there by then may lead to the same server. */
  retireOpenedBefore(moment: number): void {
    for (const client of this.#clients) if (client.openedAt < moment) client.retire()
  }
}

type Reported = { parameterName: string; parameterValue: string }

/**
 * A connection whose statements are waited for only so long, several that go together as long as one. One that was given up is never used again: its answer could still come,
 * and would be read as that of the next statement.
 */
export class PatientClient extends pg.Client {
  readonly #patience: Patience
  #openCount = 0
  #isRetired = false
  readonly #readOnlyStates = new Set<string>()
  #sentAt = 0
  /** Which one of the server it has, where a pooler is in between. */
  session: string | null = null
  readonly openedAt: number
  /** When it was heard last, in the order of its company. */
  heardAt: number

  constructor(config: pg.ClientConfig, patience: Patience) {
    super(config)
    this.#patience = patience
    this.openedAt = patience.company.next()
    this.heardAt = this.openedAt
    this.once('connect', () => patience.company.join(this))
    this.connection.on('errorMessage', (said: { code?: string }) => this.#noteError(said.code ?? ''))
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (!READ_ONLY_STATES.includes(parameterName)) return
      if (parameterValue === 'on') this.#readOnlyStates.add(parameterName)
      else this.#readOnlyStates.delete(parameterName)
    })
  }

  #noteError(code: string): void {
    if (!MOVED.test(code)) return
    this.retire()
    if (code === READ_ONLY) this.#patience.company.retireOpenedBefore(this.#sentAt)
  }

  /** True when it must not be lent again. */
  get isRetired(): boolean {
    return this.#isRetired
  }

  retire(): void {
    this.#isRetired = true
  }

  /** True when it is not lent again after its present use: a new one may lead to a server that takes writes. */
  get endsWithUse(): boolean {
    return this.#isRetired || this.#readOnlyStates.size > 0
  }

  get isAtRest(): boolean {
    return this.#openCount === 0
  }

  /** Throws {@link SharedSession} when another connection of the process has this session of the server. */
  claim(session: string): void {
    this.#patience.company.claim(this, session)
  }

  drop(error?: Error): void {
    this.#patience.company.leave(this)
    this.connection.stream.destroy(error)
  }

  override query(...given: unknown[]): never {
    const answered = (super.query as (...given: unknown[]) => never).apply(this, given)
    if ((answered as unknown) instanceof Message) this.#watch((answered as Message).answered)
    else if ((answered as unknown) instanceof Promise) this.#watch(answered as Promise<unknown>)
    return answered
  }

  #watch(answered: Promise<unknown>): void {
    const { statementMs, silenceMs, company } = this.#patience
    const ms = (longStatements.getStore() ?? statementMs) + silenceMs
    const sentAt = company.next()
    this.#sentAt = sentAt
    const giveUp = () => {
      this.drop(new DatabaseSilent(ms))
      company.dropUnheardSince(sentAt)
    }
    // In two halves: a process that stood still reads first what has come meanwhile.
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, ms / 2)
    }, ms / 2)
    this.#openCount += 1
    const heard = () => {
      clearTimeout(timer)
      this.#openCount -= 1
      this.heardAt = company.next()
    }
    answered.then(heard, heard)
  }

  /** A goodbye that nobody answers is not waited for either. */
  override end(...given: unknown[]): never {
    this.#patience.company.leave(this)
    const timer = setTimeout(() => this.drop(), this.#patience.silenceMs)
    timer.unref()
    this.once('end', () => clearTimeout(timer))
    return (super.end as (...given: unknown[]) => never).apply(this, given)
  }
}

/** Statements that one connection keeps prepared. What comes later, such as rare lengths of lists, is sent whole each time. */
const NAMED_COUNT = 300
/** Longer lists of values come in many lengths, each a statement of its own. */
const LONGEST_VALUES_COUNT = 64

/** Part of each name. Incremented when a migration has changed what a prepared statement answers. */
let generation = 0

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** What holds a transaction together and has no values; what else has none may be several statements in one text. */
const OF_TRANSACTION = /^(begin|commit|rollback|set local [^;]+)$/

/**
 * A connection that sends what is asked of it at once in one {@link Message}: all that its transaction asks for before it has to wait. It
 * prepares each statement with values once, under a name, so that the server reads and rewrites it once and not for every request. After
 * a migration that changed the result of a statement, all of them get new names: see {@link isStaleStatement}.
 */
export class PreparedClient extends PatientClient {
  #asked: Asked[] = []
  readonly #names = new Map<string, string>()
  #generation = generation

  override query(...given: unknown[]): never {
    const [text, values] = given
    if (typeof text === 'string' && Array.isArray(values) && (values.length > 0 || OF_TRANSACTION.test(text)))
      return this.#ask(text, values) as never
    this.#send()
    return (super.query as (...given: unknown[]) => never).apply(this, given)
  }

  #ask(text: string, values: readonly unknown[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked.push({
        name: this.#nameOf(text, values),
        text,
        values: values.map((value) => prepareValue(value)),
        resolve,
        reject,
      })
      // Runs when nobody who waits for an earlier answer can go on any further, and what was gathered row by row has been asked too.
      if (this.#asked.length === 1) process.nextTick(() => queueMicrotask(() => process.nextTick(() => this.#send())))
    })
  }

  #send(): void {
    if (this.#asked.length === 0) return
    const message = new Message(this.#asked, (oid) => this.getTypeParser(oid))
    this.#asked = []
    ;(super.query as unknown as (message: Message) => Message).call(this, message)
  }

  #nameOf(text: string, values: readonly unknown[]): string | null {
    if (this.#generation !== generation) this.#names.clear()
    this.#generation = generation
    if (values.length === 0 || values.length > LONGEST_VALUES_COUNT) return null
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= NAMED_COUNT) return null
    const name = `${generation}.${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/**
 * True when a statement could not run because its tables have changed since it was prepared. It is prepared anew from now on, so
 * the transaction may be tried again.
 */
export function isStaleStatement(error: unknown): boolean {
  const isStale = error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
  if (isStale) generation += 1
  return isStale
}
