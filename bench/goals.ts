import { faultOf } from './support/client.ts'
import { assertNoFaults, mergeSamples, percentile, perSecond, type Sample } from './support/latencies.ts'
import { closedLoop, pacedLoop, type Send } from './support/load.ts'
import { newActionId } from './support/opens.ts'
import { findPgbench, preparePgbench, runPgbench } from './support/pgbench.ts'
import type { Stage } from './support/stage.ts'

/** What else an open is held to, beside its rate: each is measured by turns with what it is compared with. */
export type Goals = {
  /** One request at a time, beside the leanest handler: a statement that commits by itself, the wallet call, and another one. */
  alone: { openP50Ms: number; leanP50Ms: number; ratio: number }
  /** Requests at fixed moments, each handler at half of its own highest rate. */
  paced: { openPerSecond: number; barePerSecond: number; openP99Ms: number; bareP99Ms: number; ratio: number }
  /** What the database wrote ahead for one open at the most in flight, with all that runs beside it. */
  walBytes: number
  /** Transactions of pgbench's TPC-B on the same database, by turns with opens at the most in flight; null where there is no pgbench. */
  tpcB: { openPerSecond: number; perSecond: number; ratio: number } | null
}

type GoalsOptions = {
  seconds: number
  repeats: number
  most: number
  branches: number
  highest: { open: number; bare: number }
  /** Opens boxes with so many in flight. */
  opens(inFlight: number): Send
  bare: { post: BarePost }
  say: (line: string) => void
}

type BarePost = (path: string, token: null, body: object) => Promise<Parameters<typeof faultOf>[0]>

export async function benchGoals(stage: Stage, options: GoalsOptions): Promise<Goals> {
  const alone = await measureAlone(options)
  const paced = await measurePaced(options)
  const { walBytes, tpcB } = await measureDatabase(stage, options)
  return { alone, paced, walBytes, tpcB }
}

const bareSend = ({ bare }: GoalsOptions, path: string): Send => {
  return async () => faultOf(await bare.post(path, null, { clientActionId: newActionId() }))
}

async function measureAlone(options: GoalsOptions): Promise<Goals['alone']> {
  const { seconds, opens } = options
  const [open, lean] = await byTurns(options, [
    () => closedLoop(1, seconds, opens(1)),
    () => closedLoop(1, seconds, bareSend(options, '/lean')),
  ])
  const [openP50Ms, leanP50Ms] = [percentile(open!, 50), percentile(lean!, 50)]
  return { openP50Ms, leanP50Ms, ratio: openP50Ms / leanP50Ms }
}

async function measurePaced(options: GoalsOptions): Promise<Goals['paced']> {
  const { seconds, opens, highest } = options
  const [openPerSecond, barePerSecond] = [highest.open / 2, highest.bare / 2]
  const [sendOpen, sendBare] = [opens(1), bareSend(options, '/open')]
  const [open, bare] = await byTurns(options, [
    () => pacedLoop(openPerSecond, seconds, () => sendOpen(0)),
    () => pacedLoop(barePerSecond, seconds, sendBare),
  ])
  const [openP99Ms, bareP99Ms] = [percentile(open!, 99), percentile(bare!, 99)]
  return { openPerSecond, barePerSecond, openP99Ms, bareP99Ms, ratio: openP99Ms / bareP99Ms }
}

async function measureDatabase(stage: Stage, options: GoalsOptions): Promise<Pick<Goals, 'walBytes' | 'tpcB'>> {
  const { seconds, repeats, most, opens, say } = options
  const program = findPgbench()
  if (program === null) say('no pgbench on this machine: its TPC-B is left out')
  else preparePgbench(program, stage.databaseUrl, options.branches)
  const send = opens(most)
  const [samples, rates]: [Sample[], number[]] = [[], []]
  let walBytes = 0
  for (let repeat = 0; repeat < repeats; repeat++) {
    const before = await stage.walBytes()
    samples.push(await closedLoop(most, seconds, send))
    walBytes += (await stage.walBytes()) - before
    if (program !== null) rates.push(await runPgbench(program, stage.databaseUrl, seconds))
  }
  const open = mergeSamples(samples)
  assertNoFaults(open, 'opens beside pgbench')
  const [openPerSecond, tpcB] = [perSecond(open), rates.reduce((sum, rate) => sum + rate, 0) / rates.length]
  return {
    walBytes: walBytes / open.requestCount,
    tpcB: program === null ? null : { openPerSecond, perSecond: tpcB, ratio: openPerSecond / tpcB },
  }
}

async function byTurns({ repeats }: GoalsOptions, windows: readonly (() => Promise<Sample>)[]): Promise<Sample[]> {
  const samples: Sample[][] = windows.map(() => [])
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [place, run] of windows.entries()) samples[place]!.push(await run())
  }
  const merged = samples.map(mergeSamples)
  for (const sample of merged) assertNoFaults(sample, 'a goal')
  return merged
}
