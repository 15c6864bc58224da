/**
 * Loaded into every part before its own code. A part ends by itself when its channel to the starter closes; should it
 * hang or miss that, it is asked as by TERM, and then ended by force.
 */
const POLL_MS = 1_000
const ASK_AFTER_MS = 3_000
const FORCE_AFTER_MS = 15_000

const starter = Number(process.env.COFFER_STARTER_PID)

const timer = setInterval(() => {
  if (process.ppid === starter) return
  clearInterval(timer)
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), ASK_AFTER_MS).unref()
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), FORCE_AFTER_MS).unref()
}, POLL_MS)
timer.unref()
