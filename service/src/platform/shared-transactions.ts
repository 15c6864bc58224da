import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Limits } from '../kernel/index.ts'
import type { Tables } from './database.ts'
import { Alone, doTogether, type Ended, isUndone, type Work } from './transaction.ts'

/** A work that waits for a transaction that it may share. */
type Waiting<T> = {
  pool: Kysely<Tables>
  /** Works of one queue share transactions, and have one at a time. */
  queue: string
  /** Works of one key never share one. */
  key: number | string
  begin: readonly string[]
  work: Work<T>
  /** Does it in a transaction of its own. */
  alone(): Promise<T>
}

type Place = Waiting<unknown> & { resolve(value: unknown): void; reject(error: unknown): void }

type Queue = { waiting: Place[]; isUnderWay: boolean }

/**
 * Transactions that many small works share, so that a commit, a message and a statement are paid for once. Whatever waits when its turn comes
 * goes together: nobody waits for company. Queues take turns over a few connections, so none starves another. What fails for one of
 * several reaches no other: they are tried again, and then each by itself.
 */
export class SharedTransactions {
  readonly #limits: Pick<Limits, 'sharedConnections' | 'sharedCount'>
  readonly #notice: (error: unknown) => void
  /** Of those that somebody waits in, in the order of their turns. */
  readonly #queues = new Map<string, Queue>()
  #underWayCount = 0
  #isLooking = false

  constructor(limits: Pick<Limits, 'sharedConnections' | 'sharedCount'>, notice: (error: unknown) => void) {
    this.#limits = limits
    this.#notice = notice
  }

  add<T>(waiting: Waiting<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const inItsContext = AsyncLocalStorage.snapshot()
      const work: Work<unknown> = (tx) => inItsContext(waiting.work, tx)
      const alone = () => inItsContext(waiting.alone)
      const queue = this.#queues.get(waiting.queue) ?? { waiting: [], isUnderWay: false }
      this.#queues.set(waiting.queue, queue)
      queue.waiting.push({ ...waiting, work, alone, resolve: resolve as Place['resolve'], reject })
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
      if (queue.isUnderWay) continue
      void this.#serve(name, queue)
    }
  }

  async #serve(name: string, queue: Queue): Promise<void> {
    const places = takeApart(queue, this.#limits.sharedCount)
    queue.isUnderWay = true
    this.#underWayCount += 1
    await this.#do(places, queue)
    this.#underWayCount -= 1
    queue.isUnderWay = false
    // At the end of the turns, where it has more.
    this.#queues.delete(name)
    if (queue.waiting.length > 0) this.#queues.set(name, queue)
    this.#look()
  }

  async #do(places: readonly Place[], queue: Queue): Promise<void> {
    try {
      const ends = await this.#tryTwice(places)
      for (const [index, place] of places.entries()) tell(place, ends[index] as Ended<unknown>)
    } catch (error) {
      if (isUndone(error)) return places.forEach(goAlone)
      this.#notice(error)
      // Who waits meanwhile would only find out the same, each lot after the other.
      for (const { reject } of [...places, ...queue.waiting.splice(0)]) reject(error)
    }
  }

  /** Again for what met a row of somebody else, or a lock held the other way round. */
  async #tryTwice(places: readonly Place[]): Promise<Ended<unknown>[]> {
    const { pool, begin } = places[0] as Place
    const works = places.map(({ work }) => work)
    const tryOnce = () => doTogether({ pool, begin, works })
    try {
      return await tryOnce()
    } catch (error) {
      if (places.length === 1 || !isUndone(error)) throw error
      return tryOnce()
    }
  }
}

/** The first that wait, of each key one. */
function takeApart(queue: Queue, count: number): Place[] {
  const taken = new Map<number | string, Place>()
  const left: Place[] = []
  for (const place of queue.waiting) {
    if (taken.size < count && !taken.has(place.key)) taken.set(place.key, place)
    else left.push(place)
  }
  queue.waiting = left
  return [...taken.values()]
}

function tell(place: Place, ended: Ended<unknown>): void {
  if (ended.status === 'fulfilled') place.resolve(ended.value)
  else if (ended.reason instanceof Alone) goAlone(place)
  else place.reject(ended.reason)
}

function goAlone({ alone, resolve, reject }: Place): void {
  alone().then(resolve, reject)
}
