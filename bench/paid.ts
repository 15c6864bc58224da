import { type Figures, figuresOf, runWindow, type Window } from './open.ts'
import type { Reading } from './processes/meter.ts'
import { databaseWork, type ProfileResult } from './profile.ts'
import { makeClient } from './support/client.ts'
import { assertNoFaults, perSecond } from './support/latencies.ts'
import { closedLoop, loopSeconds } from './support/load.ts'
import { type Durability, type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import type { Stage } from './support/stage.ts'
import { type Paid, type PaidName, paidActions } from './support/stocks.ts'

type PaidOptions = {
  /** Length of a window of load. */
  seconds: number
  /** How often each window is repeated, the actions by turns. */
  repeats: number
  inFlight: number
  /** A multiple of the number in flight. */
  players: number
  say?: (line: string) => void
}

export type PaidRow = {
  action: PaidName
  figures: Figures
  /** CPU time of service and database, over that of an open. */
  cpuOverOpen: number
  /** Of one action, in a window of its own. */
  database: ProfileResult['perOpen']
}

export type PaidResult = {
  machine: Machine
  durability: Durability
  seconds: number
  inFlight: number
  players: number
  rows: PaidRow[]
}

const NAMES: readonly PaidName[] = ['open', 'held', 'cashback', 'fee']

/**
 * Before a window there are so many times the things that it would use up at the highest rate that was seen of its action: a machine with
 * others on it is several times as quick at one moment as at another. What is left is there for the next window.
 */
const MARGIN = 3
/** Of the windows in which it is counted what each action asks of the database, at the most; and of opens, what each does before it is measured. */
const SHORT_SECONDS = 2

/** Measures what else may move a player's money beside opens, by turns, each with what it uses up made before its window. */
export async function benchPaid(stage: Stage, options: PaidOptions): Promise<PaidResult> {
  const { seconds, repeats, inFlight, players: playerCount, say = () => {} } = options
  const machine = readMachine()
  const players = await stage.enter('aurum', playerCount)
  say(`${playerCount} players in their sessions`)
  const client = makeClient(stage.service.url, inFlight)
  const opened = await closedLoop(inFlight, seconds, openSender(client, players, inFlight))
  const actions = await paidActions(stage, client, players, inFlight)
  const short = Math.min(seconds, SHORT_SECONDS)
  const rates = new Map<PaidName, number>()
  // The first time most of the code is translated, and the database knows nothing of its tables yet.
  for (let time = 0; time < 2; time++) {
    for (const name of NAMES) {
      const countOfWorker = Math.ceil((perSecond(opened) * short) / inFlight)
      await actions[name].fill(countOfWorker * inFlight)
      rates.set(name, await rateOf(actions[name], inFlight, countOfWorker))
    }
    await stage.analyze()
  }
  const stock = (name: PaidName, length: number) =>
    actions[name].fill(Math.ceil(MARGIN * rates.get(name)! * loopSeconds(length)))
  const windows = new Map(NAMES.map((name): [PaidName, Window[]] => [name, []]))
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [name, ofAction] of windows) {
      await stock(name, seconds)
      const window = await runWindow(stage, inFlight, seconds, actions[name].send)
      assertNoFaults(window.sample, name)
      ofAction.push(window)
      const rate = perSecond(window.sample)
      rates.set(name, Math.max(rate, rates.get(name)!))
      say(`${name} at ${inFlight} in flight: ${rate.toFixed(1)} per second`)
    }
  }
  const rows: PaidRow[] = []
  for (const [action, ofAction] of windows) {
    await stock(action, short)
    await stage.service.ask('meter')
    const sample = await closedLoop(inFlight, short, actions[action].send)
    const reading = await stage.service.ask<Reading>('reading')
    assertNoFaults(sample, action)
    const figures = figuresOf(ofAction, 'service')
    const cpuOverOpen = cpuOf(figures) / cpuOf(rows[0]?.figures ?? figures)
    rows.push({ action, figures, cpuOverOpen, database: databaseWork(reading, sample.requestCount) })
  }
  await client.close()
  return { machine, durability: stage.durability, seconds, inFlight, players: playerCount, rows }
}

/** How many of an action are done in a second while each worker does so many. */
async function rateOf({ send }: Paid, inFlight: number, count: number): Promise<number> {
  const began = performance.now()
  const work = async (worker: number) => {
    for (let turn = 0; turn < count; turn++) await send(worker)
  }
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => work(worker)))
  return (count * inFlight * 1000) / (performance.now() - began)
}

function cpuOf({ cpuMs }: Figures): number {
  return cpuMs.handler + (cpuMs.database ?? Number.NaN)
}
