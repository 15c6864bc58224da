import type { Context } from '../platform/index.ts'
import { type Account, admit, judge, type LimitState, limitStateOf } from './account.ts'
import type { Bucket } from './bucket.ts'
import { reportSoon } from './report.ts'
import { accountOf, type Tally, tallyOf } from './tally.ts'

/**
 * Takes one token from a bucket, for a request that is about to be served. Usually the process knows enough to say at once; a caller
 * that has used up a slice since the last report waits for the next one, together with all who do. Throws what the database throws.
 */
export async function takeToken(ctx: Context, bucket: Bucket): Promise<LimitState> {
  const tally = tallyOf(ctx)
  const nowMs = ctx.clock.now().getTime()
  const account = accountOf(tally, bucket, ctx.limits, nowMs)
  const verdict = judge(account, ctx.limits.bucketSliceMs, nowMs)
  if (verdict === 'refused') return limitStateOf(account, false, nowMs)
  if (verdict === 'to be asked') return waitForToken(ctx, tally, account)
  admit(account, nowMs)
  reportSoon(ctx, tally, account)
  return limitStateOf(account, true, nowMs)
}

async function waitForToken(ctx: Context, tally: Tally, account: Account): Promise<LimitState> {
  const admitted = await new Promise<boolean>((settle, fail) => {
    account.waiting.push({ settle, fail })
    reportSoon(ctx, tally, account)
  })
  return limitStateOf(account, admitted, ctx.clock.now().getTime())
}
