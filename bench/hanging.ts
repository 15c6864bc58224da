import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@coffer/service/kernel'
import { type Client, faultOf, makeClient } from './support/client.ts'
import { cpuBetween, readCpuTimes } from './support/cpu.ts'
import { assertNoFaults, mergeSamples, middle, percentile, type Sample } from './support/latencies.ts'
import { closedLoop, pacedLoop, type Send } from './support/load.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { newActionId, openBody, openSender } from './support/opens.ts'
import type { Player } from './support/operators.ts'
import type { Stage } from './support/stage.ts'

type HangingOptions = {
  /** Length of a window, at most 7: a call that hangs is given up after 10, and they come over 2. */
  seconds: number
  repeats: number
  /** Opens on the dead wallet at once, each of a player of its own. */
  hanging: number
  /** Opens, and as many reads, of the other operator in each second. */
  ratePerSecond: number
  players: number
  say?: (line: string) => void
}

/** Milliseconds; `windows` are the 99th percentiles of each window. */
export type HangingFigures = { count: number; p50Ms: number; p99Ms: number; windows: number[] }
export type HangingRow = {
  what: 'opens' | 'reads'
  quiet: HangingFigures
  hanging: HangingFigures
  /** Of the 99th percentiles over all windows. */
  ratio: number
  /** Of the middle ones of the windows' 99th percentiles: one window that something else disturbed does not count. */
  middleRatio: number
}
export type HangingResult = {
  machine: Machine
  seconds: number
  hanging: number
  ratePerSecond: number
  /** Calls that the dead wallet held unanswered, when each window began and when it ended. */
  unanswered: [began: number, ended: number][]
  /** Cores that the service and its database kept busy, on average. */
  busyCores: { quiet: number; hanging: number }
  rows: HangingRow[]
}

type Pair = { opens: Sample; reads: Sample; busyCores: number }

/** The opens on the dead wallet come evenly over so long: players do not click in the same millisecond, and nor do their repeats. */
const SPREAD_MS = 2_000
/** They have all come by then, or this machine is too busy to hold them all at once. */
const ARRIVAL_MS = 5_000

/**
 * Measures one operator's opens and reads while opens of another hang on a wallet that takes every call and answers none, and
 * by turns while that operator is idle.
 */
export async function benchHanging(stage: Stage, options: HangingOptions): Promise<HangingResult> {
  const { seconds, repeats, hanging, ratePerSecond: rate, players: playerCount, say = () => {} } = options
  const machine = readMachine()
  const players = await stage.enter('aurum', playerCount)
  const victims = await stage.enter('plumbum', hanging)
  say(`${playerCount} players, and ${hanging} of the dead wallet's, in their sessions`)
  const client = makeClient(stage.service.url, 256)
  const deadClient = makeClient(stage.service.url, hanging)
  const windows: Record<'quiet' | 'hanging', Pair[]> = { quiet: [], hanging: [] }
  const unanswered: HangingResult['unanswered'] = []
  const countUnanswered = () => stage.wallet.ask<number>('unanswered')
  await warmUp(stage, [openSender(client, players, 16), openSender(deadClient, victims, 8)], Math.min(seconds, 5))
  for (let repeat = 0; repeat < repeats; repeat++) {
    windows.quiet.push(await measure(stage, client, players, { rate, seconds }))
    await stage.wallet.ask('die', 'plumbum')
    const opens = Promise.all(
      victims.map(async (victim, index) => {
        await sleep((index * Math.min(SPREAD_MS, seconds * 1000)) / hanging)
        await openUntilDecided(deadClient, victim)
      }),
    )
    const began = await untilAllHang(countUnanswered, Math.min(hanging, LIMITS.walletCallsCount))
    windows.hanging.push(await measure(stage, client, players, { rate, seconds }))
    unanswered.push([began, await countUnanswered()])
    await stage.wallet.ask('revive')
    await opens
    say(`repeat ${repeat + 1} of ${repeats}: ${unanswered.at(-1)?.join(' to ')} calls unanswered`)
  }
  await Promise.all([client.close(), deadClient.close()])
  const rows = (['opens', 'reads'] as const).map((what) => rowOf(what, windows))
  const busyCores = { quiet: meanBusy(windows.quiet), hanging: meanBusy(windows.hanging) }
  return { machine, seconds, hanging, ratePerSecond: rate, unanswered, busyCores, rows }
}

/** Both operators have played before. */
async function warmUp(stage: Stage, [ours, theirs]: [ours: Send, theirs: Send], seconds: number): Promise<void> {
  await Promise.all([closedLoop(16, seconds, ours), closedLoop(8, seconds, theirs)])
  await stage.analyze()
  await closedLoop(16, Math.min(seconds, 2), ours)
}

async function untilAllHang(countUnanswered: () => Promise<number>, wanted: number): Promise<number> {
  const deadline = performance.now() + ARRIVAL_MS
  for (;;) {
    const count = await countUnanswered()
    if (count >= wanted || performance.now() > deadline) return count
    await sleep(50)
  }
}

async function measure(
  stage: Stage,
  client: Client,
  players: readonly Player[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Pair> {
  const open = openSender(client, players, players.length)
  const read = async (count: number) =>
    faultOf(await client.get('/api/play/inventory', players[count % players.length]!.token))
  const before = await readCpuTimes(stage)
  const began = performance.now()
  const [opens, reads] = await Promise.all([
    pacedLoop(rate, seconds, (count) => open(count % players.length)),
    pacedLoop(rate, seconds, read),
  ])
  assertNoFaults(opens, 'opens')
  assertNoFaults(reads, 'reads')
  const { service, database } = cpuBetween(before, await readCpuTimes(stage))
  return { opens, reads, busyCores: (service + (database ?? 0)) / (performance.now() - began) }
}

/** As a game does it: one click, repeated after the time that each undecided answer names. */
async function openUntilDecided(client: Client, player: Player): Promise<void> {
  const clientActionId = newActionId()
  for (;;) {
    const reply = await client.post('/api/play/rounds/open', player.token, openBody(player, clientActionId))
    if (reply.status === 200) return
    if (reply.retryAfterSeconds === null) throw new Error(`an open on the dead wallet was answered ${reply.text}`)
    await sleep(reply.retryAfterSeconds * 1000)
  }
}

function rowOf(what: HangingRow['what'], windows: Record<'quiet' | 'hanging', Pair[]>): HangingRow {
  const [quiet, hanging] = [windows.quiet, windows.hanging].map((pairs) => figuresOf(pairs.map((pair) => pair[what])))
  const middleRatio = middle(hanging!.windows) / middle(quiet!.windows)
  return { what, quiet: quiet!, hanging: hanging!, ratio: hanging!.p99Ms / quiet!.p99Ms, middleRatio }
}

function meanBusy(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { busyCores }) => sum + busyCores, 0) / pairs.length
}

function figuresOf(samples: readonly Sample[]): HangingFigures {
  const all = mergeSamples(samples)
  return {
    count: all.latencies.length,
    p50Ms: percentile(all, 50),
    p99Ms: percentile(all, 99),
    windows: samples.map((sample) => percentile(sample, 99)),
  }
}
