import type { Kysely } from 'kysely'
import { assert, type Limits, Refusal } from '../kernel/index.ts'
import type { Database, Tables } from './database.ts'
import { isStaleStatement, withLongStatements } from './database-client.ts'
import {
  Alone,
  doTogether,
  type Ended,
  isInTransaction,
  isUndone,
  isUnreached,
  type Sharing,
  violates,
  type Work,
  whatCameOf,
} from './transaction.ts'

/** One transaction of an operator under row-level security; where `sharing` says so, others may share it. */
export function operatorTransaction<T>(db: Database, operatorId: number, work: Work<T>, sharing?: Sharing): Promise<T> {
  assert(Number.isSafeInteger(operatorId), 'an operator id is an integer')
  assert(!isInTransaction(), 'transactions are not nested')
  const begin = ['begin', `set local coffer.operator_id = '${operatorId}'`]
  const alone = () => transaction(db, { pool: db.app, begin, work })
  if (sharing === undefined) return alone()
  return sharedOf(db, db.lanes).add({
    ...sharing,
    pool: db.lanes,
    queue: `${operatorId} ${sharing.as}`,
    begin,
    work,
    alone,
  })
}

/** One transaction over all operators. Its statements may run longer than others where `statementMs` is given. */
export function systemTransaction<T>(
  db: Database,
  work: Work<T>,
  { statementMs }: { statementMs?: number } = {},
): Promise<T> {
  if (statementMs === undefined) return transaction(db, { pool: db.jobs, begin: ['begin'], work })
  const begin = [
    'begin',
    `set local statement_timeout = ${statementMs}`,
    `set local idle_in_transaction_session_timeout = ${statementMs}`,
  ]
  return withLongStatements(statementMs, () => transaction(db, { pool: db.jobs, begin, work }))
}

/** Statements over all operators, each a transaction of its own, or all that are asked for at once, by others too where `sharing` says so. */
export function systemStatements<T>(db: Database, work: Work<T>, sharing?: Sharing): Promise<T> {
  const alone = () => transaction(db, { pool: db.jobs, begin: [], work })
  if (sharing === undefined) return alone()
  assert(!isInTransaction(), 'transactions are not nested')
  return sharedOf(db, db.jobs).add({
    ...sharing,
    pool: db.jobs,
    queue: sharing.as,
    begin: [],
    work,
    alone,
  })
}

/** `begin` is empty for statements without a transaction around them. */
type Task<T> = { pool: Kysely<Tables>; begin: readonly string[]; work: Work<T> }

/**
 * What failed by a lost connection is not tried again here: whether its commit took effect, nobody knows. The verb fails, and its repeat
 * finds what is stored.
 */
async function transaction<T>(db: Database, task: Task<T>): Promise<T> {
  assert(!isInTransaction(), 'transactions are not nested')
  const { pool, begin, work } = task
  let isRepeat = false
  for (let round = 1; ; round++) {
    try {
      const [ended] = await doTogether({ pool, begin, works: [work] })
      return whatCameOf(ended as Ended<T>)
    } catch (error) {
      if (violates(error, FIRST_REQUEST) && !isRepeat) {
        isRepeat = true
        continue
      }
      if (round < db.limits.transactionTries && (isTransient(error) || isStaleStatement(error))) continue
      db.notice(error)
      throw error
    }
  }
}

/** Those of a process, by the connections that they take: who looks for sessions waits for nobody who opens. */
const shared = new WeakMap<Kysely<Tables>, SharedTransactions>()

function sharedOf(db: Database, pool: Kysely<Tables>): SharedTransactions {
  const known = shared.get(pool) ?? new SharedTransactions(db)
  shared.set(pool, known)
  return known
}

const TRANSIENT = new Set(['40001', '40P01'])

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT.has(String(error.code))
}

/** A statement ran, or waited for a lock, as long as it may. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** The first request of an action was recorded by another one meanwhile: whoever meets that finds it the next time. */
const FIRST_REQUEST = 'actions_pkey'

/** A work that waits for a transaction that it may share. */
type Waiting<T> = Sharing & {
  pool: Kysely<Tables>
  /** Works of one queue share transactions, and have one at a time. */
  queue: string
  begin: readonly string[]
  work: Work<T>
  /** Does it in a transaction of its own. */
  alone(): Promise<T>
}

type SharingLimits = Pick<
  Limits,
  | 'sharedConnections'
  | 'sharedCount'
  | 'sharedCrowdedCount'
  | 'sharedOfKeyCount'
  | 'sharedOfQueueCount'
  | 'sharedPatienceMs'
>

type Place = Waiting<unknown> & { resolve(value: unknown): void; reject(error: unknown): void }

type Queue = {
  waiting: Place[]
  underWayCount: number
  /** How many wait of each key. */
  waitingOfKeys: Map<number | string, number>
  /**
   * Of those under way, in a transaction that is shared or in their own: whoever waits for a lock holds up their own next work, and
   * neither one more batch of others nor one more connection.
   */
  keys: Set<number | string>
  /** While its newest transaction may still end in time. */
  rests: boolean
}

const newQueue = (): Queue => {
  return { waiting: [], waitingOfKeys: new Map(), underWayCount: 0, keys: new Set(), rests: false }
}

/**
 * Transactions that many small works share, so that a commit, a message and a statement are paid for once. Whatever waits when its turn comes
 * goes together: nobody waits for company. Queues take turns over a few connections, so none starves another. What fails for one of
 * several reaches no other: they are tried again, and then each by itself. One that waits for a lock holds up what came with it, and what comes
 * after it only for a moment.
 */
export class SharedTransactions {
  readonly #limits: SharingLimits
  readonly #notice: (error: unknown) => void
  readonly #listeners: Database['sharedListeners']
  /** Of those that somebody waits in, in the order of their turns. */
  readonly #queues = new Map<string, Queue>()
  #underWayCount = 0
  #isLooking = false

  constructor({ limits, notice, sharedListeners }: Pick<Database, 'limits' | 'notice' | 'sharedListeners'>) {
    this.#limits = limits
    this.#notice = notice
    this.#listeners = sharedListeners
  }

  add<T>(waiting: Waiting<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(waiting.queue) ?? newQueue()
      const ofKey = queue.waitingOfKeys.get(waiting.key) ?? 0
      // They go one after the other, so whoever sends more than that at once would only wait for longer.
      if (waiting.mayBeRefused && ofKey >= this.#limits.sharedOfKeyCount)
        throw new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 })
      queue.waitingOfKeys.set(waiting.key, ofKey + 1)
      this.#queues.set(waiting.queue, queue)
      queue.waiting.push({ ...waiting, resolve: resolve as Place['resolve'], reject })
      this.#lookSoon()
    })
  }

  /** After what the network has brought by now: its works go together. */
  #lookSoon(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    setImmediate(() => {
      this.#isLooking = false
      this.#look()
    })
  }

  #look(): void {
    for (const [name, queue] of this.#queues) {
      if (this.#underWayCount >= this.#limits.sharedConnections) return
      const isFull = queue.underWayCount >= this.#limits.sharedOfQueueCount
      if (queue.waiting.length === 0 || queue.rests || isFull) continue
      const places = takeApart(queue, this.#countOfTurn())
      if (places.length > 0) void this.#serve(name, queue, places)
    }
  }

  /** Where more queues wait than can be served at once, a long one has short turns: the others wait for each of its works. */
  #countOfTurn(): number {
    let waitingCount = 0
    for (const { waiting } of this.#queues.values()) {
      if (waiting.length > 0 && ++waitingCount > this.#limits.sharedConnections) return this.#limits.sharedCrowdedCount
    }
    return this.#limits.sharedCount
  }

  async #serve(name: string, queue: Queue, places: readonly Place[]): Promise<void> {
    this.#underWayCount += 1
    queue.underWayCount += 1
    queue.rests = true
    const goOn = () => {
      queue.rests = false
      this.#look()
    }
    const timer = setTimeout(goOn, this.#limits.sharedPatienceMs)
    // At the end of the turns.
    this.#queues.delete(name)
    this.#queues.set(name, queue)
    const alone = await this.#do(places, queue)
    clearTimeout(timer)
    this.#underWayCount -= 1
    queue.underWayCount -= 1
    for (const place of alone) void this.#goAlone(name, queue, place)
    this.#end(name, queue, without(places, alone))
    goOn()
  }

  async #goAlone(name: string, queue: Queue, place: Place): Promise<void> {
    await place.alone().then(place.resolve, place.reject)
    this.#end(name, queue, [place])
    this.#look()
  }

  #end(name: string, queue: Queue, places: readonly Place[]): void {
    for (const { key } of places) queue.keys.delete(key)
    if (queue.keys.size === 0 && queue.waiting.length === 0) this.#queues.delete(name)
  }

  /** Gives those that are to be done in transactions of their own; the others are told what came of them. */
  async #do(places: readonly Place[], queue: Queue): Promise<readonly Place[]> {
    try {
      const ends = await this.#tryTwice(places)
      const alone = places.filter((_, index) => goesAlone(ends[index] as Ended<unknown>))
      this.#say(places, alone.length)
      for (const [index, place] of places.entries()) tell(place, ends[index] as Ended<unknown>)
      return alone
    } catch (error) {
      const isOwnLock = places.length === 1 && isCutOff(error)
      if (isUndone(error) && !isOwnLock) {
        this.#say(places, places.length)
        return places
      }
      // Who waits while no connection is to be had would only find out the same, each lot after the other.
      const alsoTold = isUnreached(error) ? takeAll(queue) : []
      for (const { reject } of [...places, ...alsoTold]) {
        this.#notice(error)
        reject(error)
      }
      return []
    }
  }

  #say(places: readonly Place[], aloneCount: number): void {
    const { as: name } = places[0] as Place
    for (const listener of this.#listeners) listener({ name, togetherCount: places.length - aloneCount, aloneCount })
  }

  /** Again for what met a row of somebody else, or a lock held the other way round; not for a lock that was waited for in vain. */
  async #tryTwice(places: readonly Place[]): Promise<Ended<unknown>[]> {
    const { pool, begin } = places[0] as Place
    const works = places.map(({ work }) => work)
    const tryOnce = () => doTogether({ pool, begin, works })
    try {
      return await tryOnce()
    } catch (error) {
      if (places.length === 1 || !isUndone(error) || isCutOff(error)) throw error
      return tryOnce()
    }
  }
}

/** The first that wait, of each key one that has none under way. */
function takeApart(queue: Queue, count: number): Place[] {
  const taken: Place[] = []
  const left: Place[] = []
  for (const place of queue.waiting) {
    if (taken.length === count || queue.keys.has(place.key)) left.push(place)
    else {
      queue.keys.add(place.key)
      countOff(queue, place)
      taken.push(place)
    }
  }
  queue.waiting = left
  return taken
}

function takeAll(queue: Queue): Place[] {
  const taken = queue.waiting
  queue.waiting = []
  queue.waitingOfKeys.clear()
  return taken
}

function countOff({ waitingOfKeys }: Queue, { key }: Place): void {
  const left = (waitingOfKeys.get(key) as number) - 1
  if (left === 0) waitingOfKeys.delete(key)
  else waitingOfKeys.set(key, left)
}

function goesAlone(ended: Ended<unknown>): boolean {
  return ended.status === 'rejected' && ended.reason instanceof Alone
}

function tell(place: Place, ended: Ended<unknown>): void {
  if (ended.status === 'fulfilled') place.resolve(ended.value)
  else if (!goesAlone(ended)) place.reject(ended.reason)
}

function without(places: readonly Place[], others: readonly Place[]): Place[] {
  return places.filter((place) => !others.includes(place))
}
