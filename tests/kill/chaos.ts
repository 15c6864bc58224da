import { setTimeout as sleep } from 'node:timers/promises'
import { POINTS } from '@coffer/service/kernel'
import type { Dice } from './dice.ts'
import type { Part } from './part.ts'
import type { Stage } from './stage.ts'

/** How often each way of dying comes, by weight. */
const KILLS = {
  'service killed': 30,
  'service killed at a named point': 25,
  'service frozen for 1 to 5 s': 15,
  'database restarted at once': 10,
  'database connections cut': 5,
  'wallet killed': 15,
} as const

export type KillName = keyof typeof KILLS
export type KillCounts = Partial<Record<KillName, number>>

/** A process that never passes its point is killed where it is. */
const POINT_MS = 2_000

/** Kills something, lets it come back, and goes on with the next: `count` times, or until it is late. */
export async function wreak(stage: Stage, dice: Dice, count: number, isLate: () => boolean): Promise<KillCounts> {
  const counts: KillCounts = {}
  const recoveries: Promise<void>[] = []
  for (let kills = 0; kills < count && !isLate(); ) {
    await sleep(dice.between(300, 1_200))
    const name = dice.weighted(KILLS)
    const blow = await hit(stage, dice, name)
    if (blow === null) continue
    recoveries.push(blow.recovery)
    counts[name] = (counts[name] ?? 0) + 1
    kills += 1
  }
  await Promise.all(recoveries)
  return counts
}

type Blow = { recovery: Promise<void> }

/** Resolves when it has happened, and before it is over; null when what it is for is down already. */
async function hit(stage: Stage, dice: Dice, name: KillName): Promise<Blow | null> {
  const part = name === 'wallet killed' ? stage.wallet : stage.services[dice.below(2)]!
  const pauseMs = dice.between(0, 600)
  const freezeMs = dice.between(1_000, 5_000)
  const crash = { point: dice.pick(POINTS), passage: dice.between(1, 3) }
  if (name === 'database restarted at once') return over(stage.database.restart())
  if (name === 'database connections cut') return over(stage.database.cut())
  if (!part.isUp) return null
  if (name === 'service frozen for 1 to 5 s') return { recovery: freeze(part, freezeMs) }
  if (name === 'service killed at a named point') await killAtPoint(part, crash)
  else await part.kill()
  return { recovery: sleep(pauseMs).then(() => part.start()) }
}

async function over(blow: Promise<void> | void): Promise<Blow> {
  await blow
  return { recovery: Promise.resolve() }
}

async function freeze(part: Part, ms: number): Promise<void> {
  part.freeze()
  await sleep(ms)
  part.thaw()
}

async function killAtPoint(part: Part, crash: object): Promise<void> {
  part.condemn()
  part.send({ crash })
  await Promise.race([part.ended(), sleep(POINT_MS)])
  await part.kill()
}
