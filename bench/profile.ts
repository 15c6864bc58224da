import type { Reading } from './processes/meter.ts'
import { makeClient } from './support/client.ts'
import { sharesOf } from './support/cpu-profile.ts'
import { assertNoFaults, perSecond } from './support/latencies.ts'
import { closedLoop } from './support/load.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import type { Stage } from './support/stage.ts'

type ProfileOptions = { seconds: number; inFlight: number; players: number }

export type ProfileResult = {
  machine: Machine
  inFlight: number
  opens: number
  perSecond: number
  /** Of one open, on average. */
  perOpen: { transactions: number; roundTrips: number }
  /** Milliseconds of one open, on average, from its beginning to its end as the client sees it. */
  timeMs: { whole: number; connectionWait: number; database: number; wallet: number }
  busyShare: number
  shares: [part: string, share: number][]
  /** Of one open: text, how often, and milliseconds until it was answered, longest first. */
  statements: [text: string, perOpen: number, ms: number][]
}

/** What the service asked of the database while it was sent so many requests, for each of them. */
export function databaseWork({ statements, roundTrips }: Reading, requests: number): ProfileResult['perOpen'] {
  const transactions = statements.reduce((sum, [text, count]) => sum + (text === 'begin' ? count : 0), 0)
  return { transactions: transactions / requests, roundTrips: roundTrips / requests }
}

/** Looks into the service while it opens boxes: what it sends to the database, what it waits for, and what its CPU does. */
export async function benchProfile(
  stage: Stage,
  { seconds, inFlight, players }: ProfileOptions,
): Promise<ProfileResult> {
  const machine = readMachine()
  const client = makeClient(stage.service.url, inFlight)
  const send = openSender(client, await stage.enter('aurum', players), inFlight)
  await closedLoop(inFlight, Math.min(seconds, 2), send)
  await stage.analyze()
  await closedLoop(inFlight, Math.min(seconds, 2), send)
  await stage.service.ask('meter')
  const sample = await closedLoop(inFlight, seconds, send)
  const reading = await stage.service.ask<Reading>('reading')
  await client.close()
  assertNoFaults(sample, 'profile')
  const opens = sample.requestCount
  const { statements, connectionWaitMs, walletMs, busyShare, profile } = reading
  const sum = (pick: (row: Reading['statements'][number]) => number) =>
    statements.reduce((total, row) => total + pick(row), 0) / opens
  return {
    ...{ machine, inFlight, opens, perSecond: perSecond(sample), busyShare, shares: sharesOf(profile) },
    perOpen: databaseWork(reading, opens),
    timeMs: {
      whole: sample.latencies.reduce((total, ms) => total + ms, 0) / sample.latencies.length,
      connectionWait: connectionWaitMs / opens,
      database: sum(([, , ms]) => ms),
      wallet: walletMs / opens,
    },
    statements: statements
      .map(([text, count, ms]): [string, number, number] => [text, count / opens, ms / opens])
      .filter(([, perOpen]) => perOpen >= 0.01)
      .sort((a, b) => b[2] - a[2]),
  }
}
