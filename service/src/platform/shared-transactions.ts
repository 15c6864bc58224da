import type { Kysely } from 'kysely'
import { type Ended, type Limits, Refusal } from '../kernel/index.ts'
import type { Database, Tables } from './database.ts'
import { Alone, doTogether, isUndone, isUnreached, type Sharing, type Work } from './transaction.ts'

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

type WaitingWork = Waiting<unknown> & { resolve(value: unknown): void; reject(error: unknown): void }

type Queue = {
  waiting: WaitingWork[]
  underWayCount: number
  /** How many wait of each key. */
  waitingOfKeys: Map<number | string, number>
  /**
   * Of those under way, in a transaction that is shared or in their own: whoever waits for a lock holds up their own next work, and
   * neither one more batch of others nor one more connection.
   */
  keys: Set<number | string>
  /** While its newest transaction may still end in time. */
  hasFreshTurn: boolean
}

const newQueue = (): Queue => {
  return { waiting: [], waitingOfKeys: new Map(), underWayCount: 0, keys: new Set(), hasFreshTurn: false }
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
      queue.waiting.push({ ...waiting, resolve: resolve as WaitingWork['resolve'], reject })
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
      if (queue.waiting.length === 0 || queue.hasFreshTurn || isFull) continue
      const works = takeApart(queue, this.#countOfTurn())
      if (works.length > 0) void this.#serve(name, queue, works)
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

  async #serve(name: string, queue: Queue, works: readonly WaitingWork[]): Promise<void> {
    this.#underWayCount += 1
    queue.underWayCount += 1
    queue.hasFreshTurn = true
    const goOn = () => {
      queue.hasFreshTurn = false
      this.#look()
    }
    const timer = setTimeout(goOn, this.#limits.sharedPatienceMs)
    // At the end of the turns.
    this.#queues.delete(name)
    this.#queues.set(name, queue)
    const alone = await this.#do(works, queue)
    clearTimeout(timer)
    this.#underWayCount -= 1
    queue.underWayCount -= 1
    for (const one of alone) void this.#goAlone(name, queue, one)
    this.#end(name, queue, without(works, alone))
    goOn()
  }

  async #goAlone(name: string, queue: Queue, one: WaitingWork): Promise<void> {
    await one.alone().then(one.resolve, one.reject)
    this.#end(name, queue, [one])
    this.#look()
  }

  #end(name: string, queue: Queue, works: readonly WaitingWork[]): void {
    for (const { key } of works) queue.keys.delete(key)
    if (queue.keys.size === 0 && queue.waiting.length === 0) this.#queues.delete(name)
  }

  /** Gives those that are to be done in transactions of their own; the others are told what came of them. */
  async #do(works: readonly WaitingWork[], queue: Queue): Promise<readonly WaitingWork[]> {
    try {
      const ends = await this.#tryTwice(works)
      const alone = works.filter((_, index) => goesAlone(ends[index] as Ended<unknown>))
      this.#say(works, alone.length)
      for (const [index, one] of works.entries()) tell(one, ends[index] as Ended<unknown>)
      return alone
    } catch (error) {
      const isOwnLock = works.length === 1 && isCutOff(error)
      if (isUndone(error) && !isOwnLock) {
        this.#say(works, works.length)
        return works
      }
      // Who waits while no connection is to be had would only find out the same, each lot after the other.
      const alsoTold = isUnreached(error) ? takeAll(queue) : []
      for (const { reject } of [...works, ...alsoTold]) {
        this.#notice(error)
        reject(error)
      }
      return []
    }
  }

  #say(works: readonly WaitingWork[], aloneCount: number): void {
    const { as: name } = works[0] as WaitingWork
    for (const listener of this.#listeners) listener({ name, togetherCount: works.length - aloneCount, aloneCount })
  }

  /** Again for what met a row of somebody else, or a lock held the other way round; not for a lock that was waited for in vain. */
  async #tryTwice(works: readonly WaitingWork[]): Promise<Ended<unknown>[]> {
    const { pool, begin } = works[0] as WaitingWork
    const tryOnce = () => doTogether({ pool, begin, works: works.map(({ work }) => work) })
    try {
      return await tryOnce()
    } catch (error) {
      if (works.length === 1 || !isUndone(error) || isCutOff(error)) throw error
      return tryOnce()
    }
  }
}

/** The first that wait, of each key one that has none under way. */
function takeApart(queue: Queue, count: number): WaitingWork[] {
  const taken: WaitingWork[] = []
  const left: WaitingWork[] = []
  for (const one of queue.waiting) {
    if (taken.length === count || queue.keys.has(one.key)) left.push(one)
    else {
      queue.keys.add(one.key)
      countOff(queue, one)
      taken.push(one)
    }
  }
  queue.waiting = left
  return taken
}

function takeAll(queue: Queue): WaitingWork[] {
  const taken = queue.waiting
  queue.waiting = []
  queue.waitingOfKeys.clear()
  return taken
}

function countOff({ waitingOfKeys }: Queue, { key }: WaitingWork): void {
  const left = (waitingOfKeys.get(key) as number) - 1
  if (left === 0) waitingOfKeys.delete(key)
  else waitingOfKeys.set(key, left)
}

function goesAlone(ended: Ended<unknown>): boolean {
  return ended.status === 'rejected' && ended.reason instanceof Alone
}

function tell(one: WaitingWork, ended: Ended<unknown>): void {
  if (ended.status === 'fulfilled') one.resolve(ended.value)
  else if (!goesAlone(ended)) one.reject(ended.reason)
}

function without(works: readonly WaitingWork[], others: readonly WaitingWork[]): WaitingWork[] {
  return works.filter((one) => !others.includes(one))
}

/** A statement ran, or waited for a lock, as long as it may. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}
