import { present, rest } from '../kernel/index.ts'
import { type Context, reportFailure } from '../platform/index.ts'
import { type Account, hear } from './account.ts'
import { sliceCount } from './bucket.ts'
import { type Line, type Taken, takeTokens } from './store.ts'
import { keyOf, type Tally, tallyOf } from './tally.ts'

/**
 * Tells the database of an account: of one whose slice is not used up after a while, together with whatever else comes of it, of another one
 * soon, and at once when a request waits for it.
 */
export function reportSoon(ctx: Context, tally: Tally, account: Account): void {
  if (!tally.toReport.has(account)) tally.toReport.set(account, ctx.clock.now().getTime())
  if (account.waiting.length > 0) tally.hurry.abort()
  tally.reporting ??= keepReporting(ctx, tally)
}

/** Tells the database what it does not know yet, and counts nothing from then on. For the end of a process. */
export async function endReports(ctx: Context): Promise<void> {
  const tally = tallyOf(ctx)
  tally.isEnding = true
  tally.hurry.abort()
  await tally.reporting
}

/** One report after the other, so that requests that wait share one. */
async function keepReporting(ctx: Context, tally: Tally): Promise<void> {
  let wentWell = true
  while (tally.toReport.size > 0 && (wentWell || !tally.isEnding)) {
    await pause(ctx, tally, wentWell ? ctx.limits.bucketSliceMs : ctx.limits.bucketRetryMs)
    wentWell = await report(ctx, tally)
  }
  tally.reporting = null
}

async function pause(ctx: Context, tally: Tally, ms: number): Promise<void> {
  if (tally.isEnding || [...tally.toReport.keys()].some(({ waiting }) => waiting.length > 0)) return
  tally.hurry = new AbortController()
  // A request that waits, or the end of the process, cuts it short.
  await rest(ctx.clock, ms, tally.hurry.signal)
}

/** A clock that was set back puts nothing off. */
function isDue({ clock, limits }: Context, tally: Tally, account: Account, sinceMs: number): boolean {
  const { bucket, unreportedCount, waiting } = account
  const isUsedUp = unreportedCount >= sliceCount(bucket.rule, limits.bucketSliceMs)
  const waitedMs = Math.abs(clock.now().getTime() - sinceMs)
  return tally.isEnding || waiting.length > 0 || isUsedUp || waitedMs >= limits.bucketReportMs
}

type Report = { account: Account; line: Line }

/** True when the database has heard it. What it has not heard is reported again; a request that waited fails with the reason. */
async function report(ctx: Context, tally: Tally): Promise<boolean> {
  const reports = [...tally.toReport]
    .filter(([account, sinceMs]) => isDue(ctx, tally, account, sinceMs))
    .slice(0, ctx.limits.bucketReportCount)
    .map(([account]) => ({ account, line: lineOf(ctx, account) }))
  if (reports.length === 0) return true
  for (const { account } of reports) tally.toReport.delete(account)
  try {
    const lines = reports.map(({ line }) => line)
    const taken = await ctx.systemStatements((tx) => takeTokens(tx, lines, 2 * ctx.limits.clockSkewMs))
    for (const [one, answer] of withAnswers(reports, taken)) heard(ctx, one, answer)
    return true
  } catch (error) {
    for (const one of reports) unheard(tally, one, error)
    reportFailure(ctx, error, {}, 'rate limits could not be reported')
    return false
  }
}

/** What was spent comes back from then on, however late it is reported. */
function lineOf(ctx: Context, { bucket, unreportedCount, admittedAtMs, waiting }: Account): Line {
  const atMs = waiting.length > 0 ? ctx.clock.now().getTime() : admittedAtMs
  return { bucket, atMs, spentCount: unreportedCount, wantedCount: waiting.length }
}

function withAnswers(reports: readonly Report[], taken: readonly Taken[]): [Report, Taken][] {
  const byKey = new Map(taken.map((one) => [keyOf(one), one]))
  return reports.map((one) => [one, present(byKey.get(keyOf(one.line.bucket)), 'every bucket is answered')])
}

function heard(ctx: Context, { account, line }: Report, { fill, grantedCount }: Taken): void {
  hear(account, line.spentCount, fill, ctx.clock.now().getTime())
  for (const [place, waiter] of account.waiting.splice(0, line.wantedCount).entries())
    waiter.settle(place < grantedCount)
}

/** A report whose answer was lost may be counted twice: the limit is then reached a little earlier. */
function unheard(tally: Tally, { account, line }: Report, error: unknown): void {
  for (const waiter of account.waiting.splice(0, line.wantedCount)) waiter.fail(error)
  if (account.unreportedCount > 0 && !tally.toReport.has(account)) tally.toReport.set(account, line.atMs)
}
