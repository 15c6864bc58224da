import { setTimeout as sleep } from 'node:timers/promises'
import { POINTS } from '@coffer/service/kernel'
import { makeDice } from './dice.ts'
import { LONGEST_FREEZE_MS } from './limits.ts'
import type { Part } from './part.ts'
import type { Crash } from './service-process.ts'
import type { Stage } from './stage.ts'

/** How often each way of dying comes, by weight. */
const KILLS = {
  'service killed': 30,
  'service killed at a named point': 25,
  'service frozen for 1 to 8 s': 15,
  'database restarted at once': 10,
  'database connections cut': 5,
  'database connections silent without an end': 6,
  'database read-only for 1 to 3 s': 6,
  'wallet killed': 15,
} as const

export type KillName = keyof typeof KILLS
export type KillCounts = Partial<Record<KillName, number>>

/** A process that never passes its point is killed where it is. */
const POINT_MS = 2_000

/** The end of one thing, decided before anything begins. */
type Kill = {
  name: KillName
  service: number
  /** How long it goes well before. */
  waitMs: number
  /** How long a killed process stays away. */
  pauseMs: number
  freezeMs: number
  readOnlyMs: number
  crash: Crash
}

function planKill(seed: string, index: number): Kill {
  const dice = makeDice(seed, `kill ${index}`)
  return {
    name: dice.weighted(KILLS),
    service: dice.below(2),
    waitMs: dice.between(300, 1_200),
    pauseMs: dice.between(0, 600),
    freezeMs: dice.between(1_000, LONGEST_FREEZE_MS),
    readOnlyMs: dice.between(1_000, 3_000),
    crash: { point: dice.pick(POINTS), passage: dice.between(1, 3) },
  }
}

type Plan = { seed: string; count: number; isLate: () => boolean; say: (line: string) => void }

/** Kills one thing after the other, and lets each come back meanwhile: `count` times, or until it is late. */
export async function wreak(stage: Stage, { seed, count, isLate, say }: Plan): Promise<KillCounts> {
  const counts: KillCounts = {}
  const recoveries: Promise<void>[] = []
  for (let index = 0; index < count && !isLate(); index++) {
    const kill = planKill(seed, index)
    await sleep(kill.waitMs)
    const { recovery } = await strike(stage, kill)
    recoveries.push(recovery)
    counts[kill.name] = (counts[kill.name] ?? 0) + 1
    if ((index + 1) % 50 === 0) say(`${index + 1} of ${count} kills`)
  }
  await Promise.all(recoveries)
  return counts
}

/** Resolves when it has happened, and before what it hit is back. */
async function strike(stage: Stage, kill: Kill): Promise<{ recovery: Promise<void> }> {
  if (kill.name === 'database restarted at once') return { recovery: Promise.resolve(await stage.database.restart()) }
  if (kill.name === 'database connections cut') return { recovery: Promise.resolve(stage.database.cut()) }
  if (kill.name === 'database connections silent without an end') return { recovery: stage.database.silence() }
  if (kill.name === 'database read-only for 1 to 3 s')
    return { recovery: stage.database.setReadOnly(true).then(() => writable(stage, kill.readOnlyMs)) }
  const part = kill.name === 'wallet killed' ? stage.wallet : stage.services[kill.service]!
  await part.untilUp()
  if (kill.name === 'service frozen for 1 to 8 s') return { recovery: freeze(part, kill.freezeMs) }
  if (kill.name === 'service killed at a named point') await killAtPoint(part, kill.crash)
  else await part.kill()
  return { recovery: sleep(kill.pauseMs).then(() => part.start()) }
}

async function writable(stage: Stage, ms: number): Promise<void> {
  await sleep(ms)
  await stage.database.setReadOnly(false)
}

async function freeze(part: Part, ms: number): Promise<void> {
  part.freeze()
  await sleep(ms)
  part.thaw()
}

async function killAtPoint(part: Part, crash: Crash): Promise<void> {
  part.condemn()
  part.send({ crash })
  await Promise.race([part.ended(), sleep(POINT_MS)])
  await part.kill()
}
