import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, makeClient } from './support/client.ts'
import { cpuBetween, readCpuTimes } from './support/cpu.ts'
import { assertNoFaults, mergeSamples, percentile, perSecond, type Sample } from './support/latencies.ts'
import { closedLoop, type Send } from './support/load.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import { addPast, leaveRoomStatements, WITHOUT_PLACE } from './support/past.ts'
import { type Stage, setStage } from './support/stage.ts'

type GrowthOptions = {
  /** Of the longer past; the shorter one has `FEW_ROUNDS`. */
  rounds: number
  seconds: number
  repeats: number
  inFlight: number
  players: number
  say?: (line: string) => void
}

export type GrowthFigures = {
  /** In the table before the first window, and what one of them takes on the disk, by table, indexes with it. */
  rounds: number
  bytesOfRound: number
  tables: [name: string, bytesOfRound: number][]
  perSecond: number
  p50Ms: number
  p99Ms: number
  windows: number[]
  /** Of one open. */
  cpuMs: { service: number; database: number | null }
  walBytes: number
}

export type GrowthResult = {
  machine: Machine
  seconds: number
  inFlight: number
  few: GrowthFigures
  many: GrowthFigures
  /** Opens per second, many over few. */
  ratio: number
}

type Prepared = { stage: Stage; client: Client; send: Send } & Pick<GrowthFigures, 'rounds' | 'bytesOfRound' | 'tables'>
type Window = { sample: Sample; cpuMs: { service: number; database: number | null }; walBytes: number }

export const FEW_ROUNDS = 10_000
/** Really made by each player, and copied as often as it takes. */
const OPENS_EACH = 2
const SIZES = `select relname::text as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`
/** A table that takes less of a round is not shown. */
const SHOWN_BYTES = 10

/** Opens boxes by turns on two databases, each with a service of its own: one with few rounds of the past, and one with many. */
export async function benchGrowth(stage: Stage, options: GrowthOptions): Promise<GrowthResult> {
  const { seconds, repeats, inFlight, say = () => {} } = options
  const machine = readMachine()
  const fewStage = await setStage()
  try {
    const few = await prepare(fewStage, FEW_ROUNDS, options)
    const many = await prepare(stage, options.rounds, options)
    for (const one of [few, many]) await closedLoop(inFlight, seconds, one.send)
    const windows: Record<'few' | 'many', Window[]> = { few: [], many: [] }
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const [name, one] of Object.entries({ few, many }) as ['few' | 'many', Prepared][]) {
        const window = await run(one, inFlight, seconds)
        windows[name].push(window)
        say(`${name}: ${perSecond(window.sample).toFixed(0)} opens per second`)
      }
    }
    await Promise.all([few.client.close(), many.client.close()])
    const [ofFew, ofMany] = [figuresOf(few, windows.few), figuresOf(many, windows.many)]
    return { machine, seconds, inFlight, few: ofFew, many: ofMany, ratio: ofMany.perSecond / ofFew.perSecond }
  } finally {
    await fewStage.close()
  }
}

async function prepare(
  stage: Stage,
  rounds: number,
  { inFlight, players: count, say = () => {} }: GrowthOptions,
): Promise<Prepared> {
  const { operatorId } = stage.operators.aurum
  await stage.runSql(leaveRoomStatements(operatorId, rounds))
  const players = await stage.enter('aurum', count)
  const client = makeClient(stage.service.url, inFlight)
  const send = openSender(client, players, inFlight)
  const sendAll = async (worker: number) => {
    for (let turn = worker; turn < OPENS_EACH * count; turn += inFlight) await send(worker)
  }
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => sendAll(worker)))
  while ((await stage.countRows(WITHOUT_PLACE)) > 0) await sleep(100)
  const before = await sizesOf(stage)
  await addPast(stage.databaseUrl, { operatorId, rounds, say })
  const made = await stage.countRows('select count(*) from rounds')
  const added = [...(await sizesOf(stage))].map(([name, bytes]): [string, number] => [
    name,
    (bytes - (before.get(name) ?? 0)) / (made - OPENS_EACH * count),
  ])
  const tables = added.filter(([, bytes]) => bytes >= SHOWN_BYTES).sort((a, b) => b[1] - a[1])
  const bytesOfRound = added.reduce((sum, [, bytes]) => sum + bytes, 0)
  say(`${made} rounds in the tables, of ${bytesOfRound.toFixed(0)} bytes each`)
  return { stage, client, send, rounds: made, bytesOfRound, tables }
}

async function sizesOf(stage: Stage): Promise<Map<string, number>> {
  const rows = (await stage.runSql([SIZES])) as { name: string; bytes: number }[]
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

async function run({ stage, send }: Prepared, inFlight: number, seconds: number): Promise<Window> {
  const [cpu, wal] = [await readCpuTimes(stage), await stage.walBytes()]
  const sample = await closedLoop(inFlight, seconds, send)
  const walBytes = (await stage.walBytes()) - wal
  return { sample, cpuMs: cpuBetween(cpu, await readCpuTimes(stage)), walBytes }
}

function figuresOf({ rounds, bytesOfRound, tables }: Prepared, windows: readonly Window[]): GrowthFigures {
  const all = mergeSamples(windows.map(({ sample }) => sample))
  assertNoFaults(all, `opens with ${rounds} rounds`)
  const each = (used: (window: Window) => number | null) =>
    windows.reduce((sum, window) => sum + (used(window) ?? Number.NaN), 0) / all.requestCount
  const database = each(({ cpuMs }) => cpuMs.database)
  return {
    rounds,
    bytesOfRound,
    tables,
    perSecond: perSecond(all),
    p50Ms: percentile(all, 50),
    p99Ms: percentile(all, 99),
    windows: windows.map(({ sample }) => perSecond(sample)),
    cpuMs: { service: each(({ cpuMs }) => cpuMs.service), database: Number.isNaN(database) ? null : database },
    walBytes: each((window) => window.walBytes),
  }
}
