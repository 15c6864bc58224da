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

export type KillOptions = {
  seed: string
  kills: number
  /** No kill begins later than this after the first. */
  minutes?: number
  /** Told what is going on. */
  say?: (line: string) => void
}

/**
 * Kills processes, wallet and database under load while the wallets lie, lets everything heal, and looks for what may not be.
 * What is tried is decided by the seed alone; in which order the machine lets it happen is not.
 */
export async function runKills({ seed, kills, minutes = Infinity, say = () => {} }: KillOptions): Promise<KillReport> {
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
    const counts = await killUnderLoad(
      stage,
      clicks,
      { players: players.flat(), crowds },
      { seed, kills, minutes, say },
    )
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

type Plan = Required<KillOptions>

type Load = { players: readonly KillPlayer[]; crowds: readonly KillPlayer[][] }

async function killUnderLoad(stage: Stage, clicks: Clicks, { players, crowds }: Load, plan: Plan) {
  const { seed, kills: count, minutes, say } = plan
  const deadline = performance.now() + minutes * 60_000
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
    const killing = wreak(stage, { seed, count, isLate: () => performance.now() > deadline, say })
    return await Promise.race([killing, load.then(() => killing)])
  } finally {
    isOver = true
    await load
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
