import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Clock } from '../../service/src/kernel/index.ts'

export type TestClock = Clock & {
  /** Moves wall time forward; monotonic time goes on as it does, and no deadline comes. */
  advance(ms: number): void
  /** Moves monotonic time forward; wall time stays, and no deadline comes. */
  advanceMono(ms: number): void
  /** How many deadlines have yet to come. A test that waits for one to be set knows what it lets pass. */
  deadlinesCount(): number
  /**
   * Lets time pass: moves both, and lets the deadlines come that are due meanwhile, in their order. What has arrived over a connection of
   * this process is read first.
   */
  pass(ms: number): Promise<void>
}

/** So slow that a limit which is compared with monotonic time is not reached because the machine is busy. */
const SLOWER = 10
/** Turns of the loop before each deadline, for what came before it. */
const TURNS_COUNT = 4

type Deadline = { dueMs: number; act: () => void }

/**
 * A clock that a test moves. Wall time stands still otherwise, and monotonic time goes at a tenth of the machine's pace. Pauses take real
 * time; deadlines come by `pass` only.
 */
export function makeTestClock(): TestClock {
  const startMs = Date.now()
  const startMono = performance.now()
  let ahead = 0
  let monoAhead = 0
  let passedMs = 0
  const deadlines = new Set<Deadline>()
  const move = (ms: number) => {
    passedMs += ms
    ahead += ms
    monoAhead += ms
  }
  return {
    now: () => new Date(startMs + ahead),
    mono: () => startMono + (performance.now() - startMono) / SLOWER + monoAhead,
    sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
    after: (ms, act) => {
      const deadline = { dueMs: passedMs + ms, act }
      deadlines.add(deadline)
      return () => void deadlines.delete(deadline)
    },
    deadlinesCount: () => deadlines.size,
    advance: (ms) => {
      ahead += ms
    },
    advanceMono: (ms) => {
      monoAhead += ms
    },
    pass: async (ms) => {
      const endMs = passedMs + ms
      for (;;) {
        for (let turns = 0; turns < TURNS_COUNT; turns++) await turnOfTheLoop()
        const next = firstDue(deadlines, endMs)
        if (next === undefined) break
        move(next.dueMs - passedMs)
        deadlines.delete(next)
        next.act()
      }
      move(endMs - passedMs)
    },
  }
}

/** Of those that are due until then the earliest, and of several the oldest. */
function firstDue(deadlines: Iterable<Deadline>, endMs: number): Deadline | undefined {
  let first: Deadline | undefined
  for (const one of deadlines) if (one.dueMs <= endMs && (!first || one.dueMs < first.dueMs)) first = one
  return first
}
