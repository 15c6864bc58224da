/** What a window of load gave. */
export type Sample = {
  seconds: number
  /** With those before the window and those that were not over at its end. */
  requestCount: number
  /** Milliseconds of each answer, in no order. */
  latencies: number[]
  /** Answers that were not the expected one, by what they were. */
  faults: Record<string, number>
}

export function emptySample(): Sample {
  return { seconds: 0, requestCount: 0, latencies: [], faults: {} }
}

/** Several windows as one. */
export function mergeSamples(samples: readonly Sample[]): Sample {
  const merged = emptySample()
  for (const { seconds, requestCount, latencies, faults } of samples) {
    merged.seconds += seconds
    merged.requestCount += requestCount
    for (const ms of latencies) merged.latencies.push(ms)
    for (const [what, count] of Object.entries(faults)) merged.faults[what] = (merged.faults[what] ?? 0) + count
  }
  return merged
}

export function perSecond({ latencies, seconds }: Sample): number {
  return latencies.length / seconds
}

/** The value that `percent` of the latencies do not exceed, in milliseconds. */
export function percentile({ latencies }: Sample, percent: number): number {
  const sorted = [...latencies].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

/** Half of the values are no larger, and half no smaller. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Ends the bench when something was answered that is not what it measures. */
export function assertNoFaults({ faults }: Sample, about: string): void {
  if (Object.keys(faults).length > 0) throw new Error(`${about}: unexpected answers ${JSON.stringify(faults)}`)
}
