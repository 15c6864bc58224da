import { flushCompileCache } from 'node:module'
import { startService } from '@coffer/service'
import { days, type Limits, type PointName, type Points } from '@coffer/service/kernel'
import { readConfig, systemClock } from '@coffer/service/platform'
import { SharedTransactions } from '../../service/src/platform/shared-transactions.ts'
import { startWithParent } from './start-with-parent.ts'

/** One process of the service that can be told to die at a named point. Production has no such entry. */

/** Dies when it passes a point for the so many-th time from now. */
export type Crash = { point: PointName; passage: number }

export type ServiceProcessOptions = {
  limits?: Partial<Limits>
  /** Its wall time, which stands still as that of a test world does. Default: the machine's own time. */
  clockMs?: number
  /** False runs no loops. Default true. */
  jobs?: boolean
  crash?: Crash
}

const {
  limits = {},
  clockMs,
  jobs = true,
  crash,
} = JSON.parse(process.env.SERVICE_PROCESS ?? '{}') as ServiceProcessOptions
let armed = crash
process.on('message', (message: { crash: Crash }) => {
  armed = message.crash
})

const points: Points = {
  at: async (name) => {
    if (armed?.point !== name || --armed.passage > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  },
}

const say = (message: object) => process.send?.(message, undefined, undefined, () => {})
const { add } = SharedTransactions.prototype
SharedTransactions.prototype.add = function (waiting) {
  say({ queued: waiting.as })
  return add.call(this, waiting) as ReturnType<typeof add<never>>
}

/** As wrong as a test makes it, the process is to be ready. */
const ANY_SKEW_MS = days(365)
await startWithParent(async () => {
  const ofTest = clockMs !== undefined && {
    clock: { ...systemClock, now: () => new Date(clockMs) },
    limits: { ...limits, clockSkewMs: ANY_SKEW_MS },
  }
  const service = await startService(readConfig(process.env), {
    ...{ migrate: false, jobs, points, limits },
    ...ofTest,
  })
  service.ctx.db.sharedListeners.add((shared) => say({ shared }))
  flushCompileCache()
  return { ready: { url: service.url }, close: service.close }
})
