import { cpus } from 'node:os'
import type { Child } from './support/child.ts'
import { makeClient } from './support/client.ts'
import { cpuBetween, readCpuTimes } from './support/cpu.ts'
import { assertNoFaults, mergeSamples, percentile, perSecond, type Sample } from './support/latencies.ts'
import { closedLoop, type Send } from './support/load.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import type { Stage } from './support/stage.ts'

type ProcessesOptions = {
  seconds: number
  repeats: number
  inFlight: readonly number[]
  /** A multiple of every number in flight. */
  players: number
  say?: (line: string) => void
}

/** Cores that each part kept busy, on average. */
export type BusyCores = {
  /** Of each process of the service; those that no opens were sent to run their loops alone. */
  services: number[]
  database: number | null
  wallet: number
  load: number
  /** What this machine did besides. */
  others: number
}

export type ProcessesRow = {
  inFlight: number
  processes: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  windows: number[]
  busyCores: BusyCores
  boundBy: string
  /** Of opens per second, over one process. */
  ratio: number
}

export type ProcessesResult = { machine: Machine; seconds: number; rows: ProcessesRow[] }

type Window = { sample: Sample; busyCores: BusyCores }

const COUNTS = [1, 2, 4] as const
/** Of one core, or of all of them: whoever keeps so much busy has nothing left. */
const FULL_SHARE = 0.9

/** Opens boxes on 1, 2 and 4 processes of the service on one database, by turns, and says what each was bound by. */
export async function benchProcesses(stage: Stage, options: ProcessesOptions): Promise<ProcessesResult> {
  const { seconds, repeats, inFlight, players: playerCount, say = () => {} } = options
  const machine = readMachine()
  const services = [stage.service, await stage.startService(), await stage.startService(), await stage.startService()]
  const players = await stage.enter('aurum', playerCount)
  const clients = services.map((service) => makeClient(service.url, Math.max(...inFlight)))
  const sendTo = (processes: number, count: number): Send => {
    const senders = clients.slice(0, processes).map((client) => openSender(client, players, count))
    return (worker) => senders[worker % processes]!(worker)
  }
  const most = Math.max(...inFlight)
  await closedLoop(most, Math.min(seconds, 3), sendTo(services.length, most))
  await stage.analyze()
  const rows: ProcessesRow[] = []
  for (const count of inFlight) {
    const windows = new Map<number, Window[]>(COUNTS.map((processes) => [processes, []]))
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const processes of COUNTS) {
        const window = await run(stage, services, { count, seconds, send: sendTo(processes, count) })
        windows.get(processes)!.push(window)
        say(`${processes} at ${count} in flight: ${perSecond(window.sample).toFixed(0)} per second`)
      }
    }
    const first = mergeSamples(windows.get(1)!.map(({ sample }) => sample))
    for (const [processes, some] of windows)
      rows.push(rowOf({ inFlight: count, processes }, some, machine.cores, first))
  }
  await Promise.all(clients.map((client) => client.close()))
  return { machine, seconds, rows }
}

type Running = { count: number; seconds: number; send: Send }

async function run(stage: Stage, services: readonly Child[], { count, seconds, send }: Running): Promise<Window> {
  const read = () => Promise.all(services.map((service) => service.ask<number>('cpuMs')))
  const [cpu, own, machine, began] = [await readCpuTimes(stage), await read(), busyMs(), performance.now()]
  const sample = await closedLoop(count, seconds, send)
  const [tookMs, usedByAll] = [performance.now() - began, busyMs() - machine]
  const [after, used] = [cpuBetween(cpu, await readCpuTimes(stage)), await read()]
  const ofServices = used.map((ms, place) => ms - own[place]!)
  const ours = ofServices.reduce((sum, ms) => sum + ms, 0) + (after.database ?? 0) + after.wallet + after.load
  const busyCores = {
    services: ofServices.map((ms) => ms / tookMs),
    database: after.database === null ? null : after.database / tookMs,
    wallet: after.wallet / tookMs,
    load: after.load / tookMs,
    others: Math.max(0, usedByAll - ours) / tookMs,
  }
  return { sample, busyCores }
}

/** Of all cores of the machine, whoever kept them busy. */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
}

function rowOf(
  of: Pick<ProcessesRow, 'inFlight' | 'processes'>,
  windows: readonly Window[],
  cores: number,
  first: Sample,
): ProcessesRow {
  const all = mergeSamples(windows.map(({ sample }) => sample))
  assertNoFaults(all, `opens on ${of.processes} processes`)
  const mean = (part: (busy: BusyCores) => number) =>
    windows.reduce((sum, { busyCores }) => sum + part(busyCores), 0) / windows.length
  const hasDatabase = windows.every(({ busyCores }) => busyCores.database !== null)
  const busyCores = {
    services: windows[0]!.busyCores.services.map((_, place) => mean(({ services }) => services[place]!)),
    database: hasDatabase ? mean(({ database }) => database!) : null,
    wallet: mean(({ wallet }) => wallet),
    load: mean(({ load }) => load),
    others: mean(({ others }) => others),
  }
  return {
    ...of,
    perSecond: perSecond(all),
    p50Ms: percentile(all, 50),
    p99Ms: percentile(all, 99),
    windows: windows.map(({ sample }) => perSecond(sample)),
    busyCores,
    boundBy: boundBy(busyCores, cores),
    ratio: perSecond(all) / perSecond(first),
  }
}

/** A process of Node has one core for its own code; a machine has so many for all. */
function boundBy({ services, database, wallet, load, others }: BusyCores, cores: number): string {
  const all = services.reduce((sum, busy) => sum + busy, 0) + (database ?? 0) + wallet + load + others
  const single = Object.entries({
    'the service\u2019s process': Math.max(...services),
    'the wallet': wallet,
    'the load': load,
  })
  const full = single.filter(([, busy]) => busy >= FULL_SHARE).map(([name]) => name)
  if (all >= FULL_SHARE * cores) full.push('all cores of the machine')
  return full.length > 0 ? full.join(', ') : 'waiting: for the disk, for locks and for each other'
}
