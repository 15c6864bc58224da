export type Stopwatch = {
  /** Ends a phase; the next one begins. */
  lap(name: string): void
  /** The whole time since the process began and its phases, in seconds. */
  words(): string
}

export function startStopwatch(): Stopwatch {
  const phases: string[] = []
  let since = performance.now()
  return {
    lap: (name) => {
      phases.push(`${name} ${seconds(performance.now() - since)}`)
      since = performance.now()
    },
    words: () => `${seconds(performance.now())} s: ${phases.join(', ')}`,
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
