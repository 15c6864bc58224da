import { setTimeout as sleep } from 'node:timers/promises'
import { wreak } from './chaos.ts'
import { Clicks } from './clicks.ts'
import { makeDice } from './dice.ts'
import { Hand } from './hand.ts'
import { examine, repeatAll, untilQuiet } from './heal.ts'
import { unexplainedErrors } from './logs.ts'
import { CROWD, KillPlayer, PLAYERS } from './player.ts'
import { countRows, type KillReport } from './report.ts'
import { type Stage, setStage } from './stage.ts'
import { changeWeather } from './weather.ts'

const HANDS_COUNT = 2
/** A load that is to show something is given up after this time. */
const LOAD_END_MS = 20 * 60_000
const POLL_MS = 500

export type KillOptions = {
  seed: string
  kills: number
  /** No kill begins later than this after the first. */
  minutes?: number
  /** All kills are made, and the load goes on until it has shown this. Throws when that does not come about. */
  atLeast?: Shown
  /** Told what is going on. */
  say?: (line: string) => void
}

/** Opens of boxes that were settled, and opens that shared one transaction. */
export type Shown = { settledCount: number; sharingCount: number }

/**
 * Kills processes, wallet and database under load while the wallets lie, lets everything heal, and looks for what may not be.
 * What is tried is decided by the seed alone; in which order the machine lets it happen is not.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { seed, say = () => {} } = options
  const began = performance.now()
  const stage = await setStage([...PLAYERS, ...CROWD].map(({ externalId }) => externalId))
  const clicks = new Clicks()
  let isClean = false
  try {
    const [players, crowds] = [PLAYERS, CROWD].map((plans) => {
      return stage.operators.map((operator) => plans.map((plan) => new KillPlayer(stage, operator, plan)))
    }) as [KillPlayer[][], KillPlayer[][]]
    const all = [...players, ...crowds].flat()
    await Promise.all(all.map((player) => player.enter()))
    say(`everything is up, ${stage.folder}`)
    const counts = await killUnderLoad(stage, clicks, { players: players.flat(), crowds }, options)
    say('the killing is over, healing')
    await untilQuiet(stage)
    say(`every operation is at its end, repeating ${clicks.all.length} clicks`)
    await repeatAll(clicks)
    clicks.compareRivals()
    await untilQuiet(stage)
    const found = await examine(stage, all)
    const rows = await countRows(stage.database.url)
    const falls = await endServices(stage)
    const violations = [...clicks.violations, ...found, ...falls, ...unexplainedErrors(stage.folder)]
    isClean = violations.length === 0
    const decided = clicks.all.filter((click) => click.final !== null).length
    return {
      ...{ seed, kills: counts, seconds: (performance.now() - began) / 1000, violations, ...rows },
      ...stage.shared(),
      clicks: { count: clicks.all.length, requests: clicks.sentCount, decided },
      folder: isClean ? null : stage.folder,
    }
  } finally {
    await stage.close()
    if (isClean) stage.remove()
  }
}

type Load = { players: readonly KillPlayer[]; crowds: readonly KillPlayer[][] }

async function killUnderLoad(stage: Stage, clicks: Clicks, { players, crowds }: Load, options: KillOptions) {
  const { seed, kills: count, minutes = Infinity, atLeast, say = () => {} } = options
  const began = performance.now()
  let isOver = false
  const hands = players.flatMap((player) =>
    Array.from({ length: HANDS_COUNT }, (_, index) => {
      const name = `${player.plan.externalId}-${index}`
      return new Hand(player, clicks, seed, name).playUntil(() => isOver)
    }),
  )
  const rushes = crowds.map((crowd, place) =>
    rush(crowd, clicks, { seed, name: `crowd ${place}`, isOver: () => isOver }),
  )
  const weather = changeWeather(stage.wallet, makeDice(seed, 'weather'), () => isOver)
  const load = Promise.all([...hands, ...rushes, weather])
  try {
    const endMs = atLeast ? LOAD_END_MS : minutes * 60_000
    const isLate = () => performance.now() - began > endMs
    const killing = wreak(stage, { seed, count, isLate, say }).then(async (counts) => {
      const killed = Object.values(counts).reduce((sum, one) => sum + one, 0)
      if (atLeast && killed < count) throw new Error(`only ${killed} of ${count} kills in ${endMs} ms`)
      if (atLeast) await untilShown(stage, atLeast, isLate)
      return counts
    })
    return await Promise.race([killing, load.then(() => killing)])
  } finally {
    isOver = true
    await load
  }
}

async function untilShown(stage: Stage, atLeast: Shown, isLate: () => boolean): Promise<void> {
  for (;;) {
    const { rounds } = await countRows(stage.database.url)
    const shown = { settledCount: rounds.settled ?? 0, sharingCount: stage.shared().largest }
    if (shown.settledCount >= atLeast.settledCount && shown.sharingCount >= atLeast.sharingCount) return
    if (isLate()) throw new Error(`the load never showed enough: ${JSON.stringify({ shown, atLeast })}`)
    await sleep(POLL_MS)
  }
}

type Rush = { seed: string; name: string; isOver: () => boolean }

/** All of a crowd click at one moment, at one process; whoever is still busy with the last click is left out. */
async function rush(crowd: readonly KillPlayer[], clicks: Clicks, { seed, name, isOver }: Rush): Promise<void> {
  const hands = crowd.map((player) => new Hand(player, clicks, seed, 'hand'))
  const busy = new Map<Hand, Promise<void>>()
  for (let moment = 0; !isOver(); moment++) {
    const dice = makeDice(seed, `${name} ${moment}`)
    const service = dice.below(2)
    for (const hand of hands) {
      if (busy.has(hand)) continue
      busy.set(
        hand,
        hand.open(moment, service, isOver).finally(() => busy.delete(hand)),
      )
    }
    await sleep(dice.between(200, 800))
  }
  await Promise.all(busy.values())
}

/** They have to end in good order, and none may have ended before. */
async function endServices(stage: Stage): Promise<string[]> {
  const codes = await Promise.all(stage.services.map(async (part) => [part, await part.end()] as const))
  return [
    ...codes.flatMap(([part, code]) => (code === 0 ? [] : [`${part.name} ended with ${code} when it was asked to`])),
    ...[...stage.services, stage.wallet].flatMap(({ name, fallsCount }) =>
      fallsCount === 0 ? [] : [`${name} ended ${fallsCount} times although nobody ended it`],
    ),
  ]
}
