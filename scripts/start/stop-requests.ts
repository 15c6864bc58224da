/** npm hands INT on to us beside the terminal's own, so one Ctrl-C may come twice; later is a second one. */
const SAME_PRESS_MS = 1_000
const PARENT_POLL_MS = 500

export type StopRequests = {
  /** Aborted by the first wish to stop. */
  signal: AbortSignal
  /** Called when the person does not want to wait any longer. */
  onImpatience(callback: () => void): void
}

/** Listens for Ctrl-C, TERM, a closed terminal and the end of whoever started us. */
export function listenForStop(): StopRequests {
  const controller = new AbortController()
  let firstAt = 0
  let impatient = () => {}
  const ask = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now()
      controller.abort()
    } else if (performance.now() - firstAt > SAME_PRESS_MS) impatient()
  }
  process.on('SIGINT', ask).on('SIGTERM', ask)
  const askOnce = () => controller.abort()
  process.on('SIGHUP', askOnce)
  watchParent(askOnce)
  // A terminal that is gone refuses what we print; that must not end us before the parts are ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: controller.signal, onImpatience: (callback) => (impatient = callback) }
}

/** A process whose parent died gets another one; npm killed by force could not tell us. */
function watchParent(gone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, PARENT_POLL_MS)
  timer.unref()
}
