/** A line is printed after so long without one, and looked for this often: at least one in 15 seconds, also on a busy machine. */
const QUIET_MS = 10_000
const LOOK_MS = 1_000

export type Progress = {
  /** Begins a phase. `detail` says how far it is, each time it is asked. */
  phase(name: string, detail?: () => string): void
  /** Something else was printed, which shows as well that the run goes on. */
  printed(): void
  end(): void
}

/** Prints the phase of a run and how far it is whenever nothing was printed for ten seconds. */
export function startProgress(print: (line: string) => void = console.log): Progress {
  const startedAt = Date.now()
  let [name, detail, printedAt] = ['starting', () => '', startedAt]
  const line = () => `[${elapsed(Date.now() - startedAt)}] ${[name, detail()].filter(Boolean).join(': ')}`
  const say = () => {
    printedAt = Date.now()
    print(line())
  }
  const timer = setInterval(() => {
    if (Date.now() - printedAt >= QUIET_MS) say()
  }, LOOK_MS)
  timer.unref()
  return {
    phase: (nextName, nextDetail = () => '') => {
      ;[name, detail] = [nextName, nextDetail]
      say()
    },
    printed: () => {
      printedAt = Date.now()
    },
    end: () => clearInterval(timer),
  }
}

/** Minutes and seconds. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`
}
