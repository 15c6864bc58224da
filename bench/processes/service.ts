import { startService } from '@coffer/service'
import { LIMITS } from '@coffer/service/kernel'
import { makeHttpClient, readConfig, systemClock } from '@coffer/service/platform'
import { makeMeter } from './meter.ts'
import { serveParent } from './serve-parent.ts'

/** The service as production runs it, loops and log included. It is measured from outside, or, when told so, from inside. */
await serveParent(async () => {
  const config = readConfig(process.env)
  const meter = makeMeter(makeHttpClient(config, { clock: systemClock, limits: LIMITS }))
  const service = await startService(config, { migrate: false, http: meter.http })
  return {
    url: service.url,
    answers: { meter: () => meter.begin(), reading: () => meter.end() },
    close: service.close,
  }
})
