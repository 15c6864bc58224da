import { type Context, findSealing } from '../platform/index.ts'
import { openConstant } from './constant.ts'

/** Why this process must not serve, in words: its key is not the database's, or values are not bound yet. Null when it may. */
export async function masterKeyFault(ctx: Pick<Context, 'systemTx' | 'sealer'>): Promise<string | null> {
  const row = await ctx.systemTx(findSealing)
  if (row === null) return NO_KEY
  try {
    return openConstant(ctx.sealer, row) === 'signed' ? null : BINDING
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const NO_KEY = 'the database has no master key yet: coffer migrate gives it one'
const BINDING =
  'sealed values are still being bound to their places: coffer migrate, and each start of a process, binds what is left'
