import { benchGoals, type Goals } from './goals.ts'
import { type Client, faultOf, makeClient } from './support/client.ts'
import { type CpuTimes, cpuBetween, readCpuTimes } from './support/cpu.ts'
import { assertNoFaults, mergeSamples, percentile, perSecond, type Sample } from './support/latencies.ts'
import { closedLoop, type Send } from './support/load.ts'
import { type Durability, type Machine, readMachine } from './support/machine.ts'
import { newActionId, openSender } from './support/opens.ts'
import type { Stage } from './support/stage.ts'

type OpenOptions = {
  /** Length of a window of load. */
  seconds: number
  /** How often each window is repeated, the two handlers by turns. */
  repeats: number
  inFlight: readonly number[]
  /** A multiple of every number in flight. */
  players: number
  /** Of TPC-B, beside which opens are measured. */
  branches: number
  say?: (line: string) => void
}

/** Of one handler at one number of requests in flight. */
export type Figures = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Per second, of each window. */
  windows: number[]
  /** CPU time of one request, in milliseconds, by process. */
  cpuMs: { handler: number; database: number | null; wallet: number; load: number }
}

export type OpenRow = { inFlight: number; open: Figures; bare: Figures; ratio: number }
export type OpenResult = {
  machine: Machine
  durability: Durability
  seconds: number
  players: number
  rows: OpenRow[]
  goals: Goals
}

/** For so many windows the engine is still translating what it runs, which has several times the code of the bare handler. */
const WARM_WINDOWS = 1.5

type Handler = 'service' | 'bare'
/** What was sent between two moments, and what the processes used for it. */
export type Window = { sample: Sample; cpu: CpuTimes }

/** Opens boxes over the player API, and by turns asks the bare handler for the same two commits and the same wallet call. */
export async function benchOpen(stage: Stage, options: OpenOptions): Promise<OpenResult> {
  const { seconds, repeats, inFlight, players: playerCount, branches, say = () => {} } = options
  const machine = readMachine()
  const players = await stage.enter('aurum', playerCount)
  say(`${playerCount} players in their sessions`)
  const most = Math.max(...inFlight)
  const clients = { service: makeClient(stage.service.url, most), bare: makeClient(stage.bare.url, most) }
  await closedLoop(most, seconds * WARM_WINDOWS, openSender(clients.service, players, most))
  await closedLoop(most, seconds / 2, bareSender(clients.bare))
  await stage.analyze()
  const rows: OpenRow[] = []
  for (const count of inFlight) {
    const send = { service: openSender(clients.service, players, count), bare: bareSender(clients.bare) }
    const windows: Record<Handler, Window[]> = { service: [], bare: [] }
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const handler of ['service', 'bare'] as const) {
        const window = await runWindow(stage, count, seconds, send[handler])
        assertNoFaults(window.sample, `${handler} at ${count} in flight`)
        windows[handler].push(window)
        say(
          `${handler === 'service' ? 'open' : 'bare'} at ${count} in flight: ${round(perSecond(window.sample))} per second`,
        )
      }
    }
    const [open, bare] = [figuresOf(windows.service, 'service'), figuresOf(windows.bare, 'bare')]
    rows.push({ inFlight: count, open, bare, ratio: open.perSecond / bare.perSecond })
  }
  const goals = await benchGoals(stage, {
    ...{ seconds, repeats, most, branches, say, bare: clients.bare },
    highest: { open: highestOf(rows, 'open'), bare: highestOf(rows, 'bare') },
    opens: (count) => openSender(clients.service, players, count),
  })
  await Promise.all([clients.service.close(), clients.bare.close()])
  return { machine, durability: stage.durability, seconds, players: playerCount, rows, goals }
}

function highestOf(rows: readonly OpenRow[], handler: 'open' | 'bare'): number {
  return Math.max(...rows.map((row) => row[handler].perSecond))
}

function bareSender(client: Client): Send {
  return async () => faultOf(await client.post('/open', null, { clientActionId: newActionId() }))
}

export async function runWindow(stage: Stage, inFlight: number, seconds: number, send: Send): Promise<Window> {
  const before = await readCpuTimes(stage)
  const sample = await closedLoop(inFlight, seconds, send)
  return { sample, cpu: cpuBetween(before, await readCpuTimes(stage)) }
}

/** Of windows in which one handler was asked. */
export function figuresOf(windows: readonly Window[], handler: Handler): Figures {
  const all = mergeSamples(windows.map(({ sample }) => sample))
  const perRequest = (process: keyof CpuTimes) => {
    const used = windows.reduce((sum, { cpu }) => sum + (cpu[process] ?? Number.NaN), 0)
    return round(used / windows.reduce((sum, { sample }) => sum + sample.requestCount, 0), 3)
  }
  const database = perRequest('database')
  return {
    perSecond: round(perSecond(all)),
    p50Ms: round(percentile(all, 50)),
    p99Ms: round(percentile(all, 99)),
    windows: windows.map(({ sample }) => round(perSecond(sample))),
    cpuMs: {
      handler: perRequest(handler),
      database: Number.isNaN(database) ? null : database,
      wallet: perRequest('wallet'),
      load: perRequest('load'),
    },
  }
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
