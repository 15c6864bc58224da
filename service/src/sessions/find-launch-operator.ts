import { getOperator, type Operator } from '../operators/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { findOperatorOfLaunch } from './store.ts'

/** Whose launch token this is, used up or not; null when it is nobody's. Takes nothing. */
export async function findLaunchOperator(ctx: Context, launchToken: string): Promise<Operator | null> {
  return ctx.systemStatements(async (tx) => {
    const operatorId = await findOperatorOfLaunch(tx, tokenHash(launchToken))
    return operatorId === null ? null : getOperator(tx, operatorId)
  })
}
