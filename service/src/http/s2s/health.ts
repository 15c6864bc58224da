import { ok, type S2sHandler } from '../handlers.ts'

/** A 200 says that the request was signed right. */
export const health: S2sHandler<'health'> = async (ctx) => ok({ status: 'ok', time: ctx.clock.now().toISOString() })
