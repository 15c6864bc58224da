import { type Profiler, Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import type { HttpClient } from '@coffer/service/platform'
import pg from 'pg'

/** What a process spent its time with between two moments. Times are in milliseconds, over all requests. */
export type Reading = {
  /** Statement as sent → how often, and how long until its answer was read: of several sent together an equal share. */
  statements: [text: string, count: number, ms: number][]
  roundTrips: number
  connectionWaitMs: number
  walletMs: number
  /** The share of time in which the event loop had something to do. */
  busyShare: number
  profile: Profiler.Profile
}

const SAMPLE_US = 500

/** Measures the database driver and the wallet client from outside them; costs nothing until `begin`. */
export function makeMeter(inner: HttpClient) {
  let statements = new Map<string, { count: number; ms: number }>()
  let roundTrips = 0
  let connectionWaitMs = 0
  let walletMs = 0
  let isOn = false
  let before = performance.eventLoopUtilization()
  const session = new Session()

  const http: HttpClient = {
    ...inner,
    send: async (request) => {
      const began = performance.now()
      const reply = await inner.send(request)
      walletMs += performance.now() - began
      return reply
    },
  }
  const begin = async () => {
    if (!isOn) patchDriver(onRoundTrip, onConnection)
    isOn = true
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
    await session.post('Profiler.start')
    statements = new Map()
    roundTrips = 0
    connectionWaitMs = 0
    walletMs = 0
    before = performance.eventLoopUtilization()
  }
  const end = async (): Promise<Reading> => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    const busyShare = performance.eventLoopUtilization(before).utilization
    const list = [...statements].map(([text, { count, ms }]): Reading['statements'][number] => [text, count, ms])
    return { statements: list, roundTrips, connectionWaitMs, walletMs, busyShare, profile }
  }
  const onRoundTrip = (texts: readonly string[], ms: number) => {
    roundTrips += 1
    for (const text of texts) {
      const known = statements.get(text) ?? { count: 0, ms: 0 }
      statements.set(text, { count: known.count + 1, ms: known.ms + ms / texts.length })
    }
  }
  const onConnection = (ms: number) => {
    connectionWaitMs += ms
  }
  return { http, begin, end }
}

type Running = Promise<unknown> | { answered: Promise<void> } | undefined
type AnyMethod = (this: unknown, ...given: unknown[]) => Running

type OnRoundTrip = (texts: readonly string[], ms: number) => void

/** Puts a stopwatch around every message to the database and every wait for a connection of this process. */
function patchDriver(onRoundTrip: OnRoundTrip, onConnection: (ms: number) => void): void {
  wrap(pg.Client.prototype, 'query', ([asked], ms) => onRoundTrip(textsOf(asked), ms))
  wrap(pg.Pool.prototype, 'connect', (_given, ms) => onConnection(ms))
}

function textsOf(asked: unknown): readonly string[] {
  if (typeof asked === 'string') return [asked]
  const { texts, text } = asked as { texts?: readonly string[]; text: string }
  return texts ?? [text]
}

function wrap(target: object, name: string, onEnd: (given: unknown[], ms: number) => void): void {
  const methods = target as Record<string, AnyMethod>
  const method = methods[name] as AnyMethod
  methods[name] = function measured(this: unknown, ...given) {
    const began = performance.now()
    const running = method.apply(this, given)
    // With a callback nothing is returned: those are the pool's own calls.
    const ended = running && 'answered' in running ? running.answered : running
    ended?.then?.(() => onEnd(given, performance.now() - began), ignore)
    return running
  }
}

/** Whoever asked is told of the failure; here it is only not measured. */
function ignore(): void {}
