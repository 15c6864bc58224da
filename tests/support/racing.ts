import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from './rows.ts'
import { seededBytes } from './seeds.ts'

/** Something that is done while somebody else does something to the same thing. */
export type Mover<T> = () => Promise<T>

/** Lets movers meet, in one of three ways. */
export type Meeting = {
  /**
   * Keeps a row locked until the first mover stands behind it or is done, and then the second: who came first goes first. `statement`
   * locks the row whose key is `$1`, or without an id a table; what it writes is undone.
   */
  queue<T>(
    lock: { statement: string; id?: number | string; values?: readonly unknown[] },
    movers: readonly Mover<T>[],
  ): Promise<T[]>
  /** Keeps a lock until all stand behind it, and lets them go; how they go on is for the caller to see. */
  crowd<T>(statement: string, movers: readonly Mover<T>[]): Promise<Promise<T>[]>
  /** At once, but for some milliseconds that the seed decides. */
  together<T>(movers: readonly Mover<T>[]): Promise<T[]>
}

/** Whoever waits for a session, and whoever waits for those. Whom one waits for is dear to ask, so only of those who wait, and once. */
const BEHIND = `
  with recursive waiting as materialized (
    select pid, pg_blocking_pids(pid) as behind from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  ), waits (pid) as (
    select pid from waiting where $1 = any(behind)
    union
    select waiting.pid from waiting join waits on waits.pid = any(behind)
  ) select count(*)::int as count from waits`

const LOOKS_COUNT = 15_000
const BETWEEN_LOOKS_MS = 8
const MOMENTS_COUNT = 16

/** A meeting place of one database; several can be used side by side. One connection holds the lock, another looks. */
export function openMeeting(databaseUrl: string, name: string): Meeting {
  const [holder, looker] = [openPool(databaseUrl), openPool(databaseUrl)]
  const random = seededBytes(name)
  /** Lets go of the lock whatever becomes of it: a mover that never came to stand behind it is a failure, and not a test that hangs. */
  async function holding<T>(
    statement: string,
    values: readonly unknown[],
    work: (pid: number) => Promise<T>,
  ): Promise<T> {
    const [own] = (await holder.query('select pg_backend_pid() as pid')).rows as [{ pid: number }]
    await holder.query('begin')
    try {
      await holder.query(statement, [...values])
      return await work(own.pid)
    } finally {
      await holder.query('rollback')
    }
  }
  return {
    queue: async ({ statement, id, values = id === undefined ? [] : [id] }, movers) => {
      const moving: ReturnType<(typeof movers)[number]>[] = []
      let settled = 0
      await holding(statement, values, async (pid) => {
        for (const move of movers) {
          moving.push(move().finally(() => settled++))
          await untilBehind(looker, pid, () => moving.length - settled)
        }
      })
      return Promise.all(moving)
    },
    crowd: (statement, movers) =>
      holding(statement, [], async (pid) => {
        const moving = movers.map((move) => move())
        await untilBehind(looker, pid, () => moving.length)
        return moving
      }),
    together: (movers) =>
      Promise.all(
        movers.map(async (move) => {
          await sleep(random(1)[0]! % MOMENTS_COUNT)
          return move()
        }),
      ),
  }
}

/** Nobody stands there at once, so it waits before it looks. The question has a name: to plan it anew each time is dearer than the answer. */
async function untilBehind(looker: pg.Pool, pid: number, count: () => number): Promise<void> {
  for (let looks = 0; looks < LOOKS_COUNT; looks++) {
    await sleep(BETWEEN_LOOKS_MS)
    if (count() === 0) return
    const { rows } = await looker.query<{ count: number }>({ name: 'behind', text: BEHIND, values: [pid] })
    if (rows[0]!.count >= count()) return
  }
  throw new Error(`${count()} never waited`)
}

/** Everyone with everyone else, and with their like. */
export function pairsOf<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, index) => all.slice(index).map((other): [T, T] => [one, other]))
}
