import { setTimeout as sleep } from 'node:timers/promises'
import { createEndpoint } from '@coffer/service/administration'
import type { Reading } from './processes/meter.ts'
import type { Child } from './support/child.ts'
import { makeClient } from './support/client.ts'
import { cpuBetween, readCpuTimes } from './support/cpu.ts'
import { sharesOf } from './support/cpu-profile.ts'
import { BACKLOG_TYPE, backlogStatements, enableStatement, WAITING } from './support/delivery-rows.ts'
import { assertNoFaults, mergeSamples, percentile, perSecond, type Sample } from './support/latencies.ts'
import { closedLoop, pacedLoop } from './support/load.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import type { Stage } from './support/stage.ts'

type WebhooksOptions = {
  /** Deliveries that wait at the beginning, and endpoints of each operator that they wait for. */
  events: number
  endpoints: number
  /** Length of a window of opens, and how often each kind of window comes. */
  seconds: number
  repeats: number
  /** Opens at once where they come as fast as they are answered. */
  inFlight: number
  players: number
  say?: (line: string) => void
}

/** Opens as fast as they are answered, or at half of that rate. */
type Load = 'full' | 'half'
type OpensFigures = { perSecond: number; p50Ms: number; p99Ms: number }
export type WebhooksRow = {
  load: Load
  alone: OpensFigures
  draining: OpensFigures
  /** Opens per second while deliveries go out, over those without. */
  ratio: number
  deliveriesPerSecond: number
}
export type WebhooksResult = {
  machine: Machine
  events: number
  endpoints: number
  seconds: number
  inFlight: number
  /** With nothing beside it. CPU in milliseconds of one delivery. */
  drain: {
    deliveries: number
    perSecond: number
    cpuMs: { service: number; database: number | null; receivers: number }
  }
  /** Of one delivery: statements, and what the service's CPU did, while it was looked into. */
  statements: [text: string, perDelivery: number][]
  statementsPerDelivery: number
  shares: [part: string, share: number][]
  rows: WebhooksRow[]
}

type Window = { sample: Sample; deliveriesPerSecond: number }
type Windows = Record<Load, { alone: Window[]; draining: Window[] }>
type Bench = { stage: Stage; receivers: Child }

/** Of what the windows of opens leave, so much is drained while the service is looked into. */
const LOOKED_INTO_SHARE = 0.2
const BETWEEN_LOOKS_MS = 10

/**
 * Drains a backlog to receivers that answer at once: beside opens, by turns with windows of opens alone, and what is left by itself.
 * Ends in an error when a delivery was posted more than once.
 */
export async function benchWebhooks(stage: Stage, options: WebhooksOptions): Promise<WebhooksResult> {
  const { events, endpoints, seconds, inFlight, say = () => {} } = options
  const machine = readMachine()
  const bench = { stage, receivers: await stage.startReceivers() }
  await addEndpoints(bench, endpoints)
  await stage.runSql([enableStatement(false), ...backlogStatements(events)])
  say(`${events} deliveries wait for ${2 * endpoints} endpoints of two operators`)
  const rows = await drainBesideOpens(bench, options)
  const waiting = events - (await received(bench))
  if (waiting <= 0) throw new Error('the backlog was too short for its windows: more --events, or fewer --seconds')
  // The attempts were none when the tables were looked at, and plans that were made for few are kept until somebody looks again.
  await stage.analyze()
  const looked = await lookInto(bench, Math.ceil(waiting * LOOKED_INTO_SHARE))
  const drain = await drainAlone(bench, events)
  return { machine, events, endpoints: 2 * endpoints, seconds, inFlight, drain, ...looked, rows }
}

async function addEndpoints({ stage, receivers }: Bench, count: number): Promise<void> {
  await stage.manage(async (ctx) => {
    for (const { operatorId, slug } of Object.values(stage.operators)) {
      for (let number = 1; number <= count; number++) {
        const url = `${receivers.url}${slug}/${number}`
        await createEndpoint(ctx, { operatorId, url, types: [BACKLOG_TYPE], actor: 'bench' })
      }
    }
  })
}

async function drainBesideOpens(bench: Bench, options: WebhooksOptions): Promise<WebhooksRow[]> {
  const { seconds, repeats, inFlight, players: playerCount, say = () => {} } = options
  const { stage } = bench
  const players = await stage.enter('aurum', playerCount)
  const client = makeClient(stage.service.url, Math.max(inFlight, 64))
  const send = openSender(client, players, inFlight)
  const full = () => closedLoop(inFlight, seconds, send)
  await full()
  await stage.analyze()
  const rate = Math.max(1, perSecond(await full()) / 2)
  const half = () => timed(() => pacedLoop(rate, seconds, (turn) => send(turn % inFlight)))
  const windows: Windows = { full: { alone: [], draining: [] }, half: { alone: [], draining: [] } }
  for (let repeat = 1; repeat <= repeats; repeat++) {
    for (const [load, run] of Object.entries({ full, half }) as [Load, () => Promise<Sample>][]) {
      windows[load].alone.push({ sample: await run(), deliveriesPerSecond: 0 })
      windows[load].draining.push(await whileDraining(bench, run))
    }
    say(`repeat ${repeat} of ${repeats}`)
  }
  await client.close()
  return (['full', 'half'] as const).map((load) => rowOf(load, windows[load]))
}

/** A rate that was not kept up shows as a longer time. */
async function timed(run: () => Promise<Sample>): Promise<Sample> {
  const began = performance.now()
  const sample = await run()
  return { ...sample, seconds: (performance.now() - began) / 1000 }
}

async function whileDraining(bench: Bench, run: () => Promise<Sample>): Promise<Window> {
  const first = await beginDraining(bench)
  const began = performance.now()
  const sample = await run()
  const count = (await received(bench)) - first
  const deliveriesPerSecond = (count * 1000) / (performance.now() - began)
  await pause(bench)
  return { sample, deliveriesPerSecond }
}

async function lookInto(
  bench: Bench,
  count: number,
): Promise<Pick<WebhooksResult, 'statements' | 'statementsPerDelivery' | 'shares'>> {
  const { service } = bench.stage
  const before = await received(bench)
  await beginDraining(bench)
  await service.ask('meter')
  const metered = await received(bench)
  await untilReceived(bench, before + count)
  const reading = await service.ask<Reading>('reading')
  const seen = (await received(bench)) - metered
  await pause(bench)
  const statements = reading.statements
    .map(([text, times]): [string, number] => [text, times / seen])
    .sort((a, b) => b[1] - a[1])
  const statementsPerDelivery = statements.reduce((sum, [, times]) => sum + times, 0)
  return { statements: statements.slice(0, 12), statementsPerDelivery, shares: sharesOf(reading.profile) }
}

async function drainAlone(bench: Bench, events: number): Promise<WebhooksResult['drain']> {
  const { stage, receivers } = bench
  const first = await beginDraining(bench)
  const [cpu, receiversMs, began] = [await readCpuTimes(stage), await receivers.ask<number>('cpuMs'), performance.now()]
  await untilReceived(bench, events)
  const took = performance.now() - began
  await untilNoneWaits(stage)
  const { service, database } = cpuBetween(cpu, await readCpuTimes(stage))
  const usedByReceivers = (await receivers.ask<number>('cpuMs')) - receiversMs
  const [all, distinct] = [await received(bench), await receivers.ask<number>('distinct')]
  if (all !== distinct) throw new Error(`${all - distinct} deliveries were posted twice, and nothing had died`)
  const deliveries = events - first
  const each = (ms: number) => ms / deliveries
  const cpuMs = {
    service: each(service),
    database: database === null ? null : each(database),
    receivers: each(usedByReceivers),
  }
  return { deliveries, perSecond: (deliveries * 1000) / took, cpuMs }
}

function received({ receivers }: Bench): Promise<number> {
  return receivers.ask<number>('received')
}

async function untilReceived(bench: Bench, count: number): Promise<void> {
  while ((await received(bench)) < count) await sleep(BETWEEN_LOOKS_MS)
}

/** Returns how many had been received when the first one came. */
async function beginDraining(bench: Bench): Promise<number> {
  const before = await received(bench)
  await bench.stage.runSql([enableStatement(true)])
  await untilReceived(bench, before + 1)
  return received(bench)
}

/** Nothing goes out any more when this returns. */
async function pause(bench: Bench): Promise<void> {
  await bench.stage.runSql([enableStatement(false)])
  for (let before = -1, now = await received(bench); before !== now; now = await received(bench)) {
    before = now
    await sleep(20 * BETWEEN_LOOKS_MS)
  }
}

/** Every delivery that was received is recorded as delivered, soon. */
async function untilNoneWaits(stage: Stage): Promise<void> {
  while ((await stage.countRows(WAITING)) > 0) await sleep(BETWEEN_LOOKS_MS)
}

function rowOf(load: Load, { alone, draining }: Windows[Load]): WebhooksRow {
  const [quiet, busy] = [alone, draining].map((windows) => mergeSamples(windows.map(({ sample }) => sample)))
  assertNoFaults(quiet!, 'opens alone')
  assertNoFaults(busy!, 'opens beside the drain')
  const [without, beside] = [quiet!, busy!].map((sample) => ({
    perSecond: perSecond(sample),
    p50Ms: percentile(sample, 50),
    p99Ms: percentile(sample, 99),
  }))
  const deliveriesPerSecond = draining.reduce((sum, window) => sum + window.deliveriesPerSecond, 0) / draining.length
  const ratio = beside!.perSecond / without!.perSecond
  return { load, alone: without!, draining: beside!, ratio, deliveriesPerSecond }
}
