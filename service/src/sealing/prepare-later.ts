import { rest } from '../kernel/index.ts'
import { type Context, isDatabaseBehind, reportFailure } from '../platform/index.ts'
import { WrongMasterKey } from './constant.ts'
import { prepareSealing } from './prepare-sealing.ts'

/**
 * For a process that started before its database could be prepared: does so as soon as it can be. The returned function stops that, and
 * waits for what is under way.
 */
export function prepareLater(ctx: Context): () => Promise<void> {
  const ending = new AbortController()
  const tries = tryUntilDone(ctx, ending.signal)
  return async () => {
    ending.abort()
    await tries
  }
}

async function tryUntilDone(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await isOver(ctx))) {
    await rest(ctx.clock, ctx.limits.sealingTryMs, signal)
  }
}

/** A process with a wrong key keeps it: `/readyz` goes on reporting that. */
async function isOver(ctx: Context): Promise<boolean> {
  try {
    await prepareSealing(ctx)
    return true
  } catch (error) {
    if (isDatabaseBehind(error)) return false
    reportFailure(ctx, error, { alert: true }, 'the database could not be given its master key')
    return error instanceof WrongMasterKey
  }
}
