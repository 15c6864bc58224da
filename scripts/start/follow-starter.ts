const POLL_MS = 1_000
const ASK_AFTER_MS = 3_000
const FORCE_AFTER_MS = 15_000

/** For `node --import`: this file, which does its work in a process whose environment names its starter. */
export const FOLLOW_STARTER = import.meta.url
export const STARTER_VARIABLE = 'COFFER_STARTER_PID'

const starter = process.env[STARTER_VARIABLE]
if (starter !== undefined) followStarter(Number(starter))

/**
 * A part ends by itself when its channel to the starter closes. Should it hang or miss that, it is asked as by TERM,
 * and then ended by force.
 */
function followStarter(pid: number): void {
  const timer = setInterval(() => {
    if (process.ppid === pid) return
    clearInterval(timer)
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), ASK_AFTER_MS).unref()
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), FORCE_AFTER_MS).unref()
  }, POLL_MS)
  timer.unref()
}
