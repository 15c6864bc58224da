import { setTimeout as sleep } from 'node:timers/promises'
import { emptySample, type Sample } from './latencies.ts'

/** One request; null when the answer is the expected one, otherwise what it was. */
export type Send = (worker: number) => Promise<string | null>

/** Requests before the window: connections, prepared statements and caches are as in a process that has run for a while. */
const WARM_UP_MS = 1_000

/** How long a closed loop of so many seconds sends, in seconds. */
export function loopSeconds(seconds: number): number {
  return seconds + Math.min(WARM_UP_MS / 1000, seconds)
}

/** Keeps exactly `inFlight` requests under way, and counts those that end inside the window. */
export async function closedLoop(inFlight: number, seconds: number, send: Send): Promise<Sample> {
  const sample = { ...emptySample(), seconds }
  const closes = performance.now() + loopSeconds(seconds) * 1000
  const opens = closes - seconds * 1000
  const work = async (worker: number) => {
    for (let began = performance.now(); began < closes; began = performance.now()) {
      sample.requestCount += 1
      const fault = await send(worker)
      const ended = performance.now()
      if (ended >= opens && ended < closes) record(sample, ended - began, fault)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => work(worker)))
  return sample
}

/**
 * Sends at fixed moments, whether the answers come or not. A latency counts from the moment at which the request was due, so
 * that a stall is felt by everybody who would have come during it.
 */
export async function pacedLoop(ratePerSecond: number, seconds: number, send: Send): Promise<Sample> {
  const sample = { ...emptySample(), seconds }
  const began = performance.now()
  const running: Promise<void>[] = []
  for (let count = 0; count < ratePerSecond * seconds; count++) {
    const due = began + (count * 1000) / ratePerSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    sample.requestCount += 1
    running.push(send(count).then((fault) => record(sample, performance.now() - due, fault)))
  }
  await Promise.all(running)
  return sample
}

function record(sample: Sample, ms: number, fault: string | null): void {
  if (fault === null) sample.latencies.push(ms)
  else sample.faults[fault] = (sample.faults[fault] ?? 0) + 1
}
