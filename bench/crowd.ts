import { type Client, makeClient } from './support/client.ts'
import { cpuBetween, readCpuTimes } from './support/cpu.ts'
import { assertNoFaults, mergeSamples, percentile, perSecond, type Sample } from './support/latencies.ts'
import { closedLoop, type Send } from './support/load.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import { enterPlayers, type Player } from './support/operators.ts'
import type { Stage } from './support/stage.ts'

type CrowdOptions = {
  /** Length of a window, and how often each kind of window comes. */
  seconds: number
  repeats: number
  /** Operators with one open in flight each. */
  operators: number
  /** Opens in flight of the one operator beside them. */
  inFlight: number
  say?: (line: string) => void
}

export type CrowdFigures = { perSecond: number; p50Ms: number; p99Ms: number }
export type CrowdResult = {
  machine: Machine
  seconds: number
  operators: number
  inFlight: number
  /** Of the small operators' opens. */
  alone: CrowdFigures
  beside: CrowdFigures
  /** Of the one with many. */
  big: CrowdFigures
  /** Of the small ones' 99th percentiles. */
  ratio: number
  /** Cores that the service and its database kept busy, on average. */
  busyCores: { alone: number; beside: number }
}

type Window = { small: Sample; big: Sample | null; busyCores: number }

/** Measures opens of many operators with one in flight each, beside one operator with many in flight and by turns without it. */
export async function benchCrowd(stage: Stage, options: CrowdOptions): Promise<CrowdResult> {
  const { seconds, repeats, operators: count, inFlight, say = () => {} } = options
  const machine = readMachine()
  const small = await enterSmall(stage, count)
  const big = await stage.enter('aurum', inFlight)
  say(`${count} operators with a player each, and ${big.length} players of one more`)
  const clients = [makeClient(stage.service.url, count), makeClient(stage.service.url, inFlight)] as const
  const run = windowOf(stage, seconds, senders(clients, [small, big]), [count, inFlight])
  await run(true)
  await stage.analyze()
  const windows: Record<'alone' | 'beside', Window[]> = { alone: [], beside: [] }
  for (let repeat = 0; repeat < repeats; repeat++) {
    windows.alone.push(await run(false))
    windows.beside.push(await run(true))
    say(`repeat ${repeat + 1} of ${repeats}`)
  }
  await Promise.all(clients.map((client) => client.close()))
  const [alone, beside] = [windows.alone, windows.beside].map((some) => figuresOf(some.map((window) => window.small)))
  const ofBig = figuresOf(windows.beside.flatMap((window) => window.big ?? []))
  const ratio = beside!.p99Ms / alone!.p99Ms
  const busyCores = { alone: meanBusy(windows.alone), beside: meanBusy(windows.beside) }
  return { machine, seconds, operators: count, inFlight, alone: alone!, beside: beside!, big: ofBig, ratio, busyCores }
}

async function enterSmall(stage: Stage, count: number): Promise<Player[]> {
  const players: Player[] = []
  for (const operator of await stage.addOperators(count)) {
    players.push(...(await enterPlayers(stage.service.url, operator, 1)))
  }
  return players
}

function senders(clients: readonly [Client, Client], players: readonly [Player[], Player[]]): [Send, Send] {
  const [small, big] = players
  return [openSender(clients[0], small, small.length), openSender(clients[1], big, big.length)]
}

type Runner = (withBig: boolean) => Promise<Window>

function windowOf(
  stage: Stage,
  seconds: number,
  [small, big]: [Send, Send],
  counts: readonly [number, number],
): Runner {
  return async (withBig) => {
    const [before, began] = [await readCpuTimes(stage), performance.now()]
    const [ofSmall, ofBig] = await Promise.all([
      closedLoop(counts[0], seconds, small),
      withBig ? closedLoop(counts[1], seconds, big) : null,
    ])
    const { service, database } = cpuBetween(before, await readCpuTimes(stage))
    return { small: ofSmall, big: ofBig, busyCores: (service + (database ?? 0)) / (performance.now() - began) }
  }
}

function figuresOf(samples: readonly Sample[]): CrowdFigures {
  const all = mergeSamples(samples)
  assertNoFaults(all, 'opens of the crowd')
  return { perSecond: perSecond(all), p50Ms: percentile(all, 50), p99Ms: percentile(all, 99) }
}

function meanBusy(windows: readonly Window[]): number {
  return windows.reduce((sum, { busyCores }) => sum + busyCores, 0) / windows.length
}
