import { createHash } from 'node:crypto'
import { later, minutes } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { judgeFeed, readJsonFeed, readXmlFeed } from './feed.ts'
import type { Quotes } from './rate-table.ts'
import { putRates } from './set-rates.ts'
import { claimFeed, updateAskedAt } from './store.ts'

/** The source of rates that a feed quoted. */
const SOURCE = 'feed'

/**
 * Reads the deployment's feed when its time has come, whichever process is first, and puts its rates in force. What cannot be
 * believed changes nothing and is logged; the feed is then read again soon. Returns how many feeds it read.
 */
export async function fetchRates(ctx: Context): Promise<number> {
  const { ratesFeed } = ctx.config
  if (ratesFeed === null) return 0
  const url = ratesFeed.url.reveal()
  const now = ctx.clock.now()
  const feedHash = hashOf(url)
  const everyMs = minutes(ratesFeed.everyMinutes)
  if (!(await ctx.systemTx((tx) => claimFeed(tx, feedHash, { now, before: later(now, -everyMs) })))) return 0
  const quotes = await readFeed(ctx, url)
  if (typeof quotes !== 'string') {
    await putRates(ctx, quotes, SOURCE)
    return 1
  }
  ctx.log.warn({ reason: quotes, alert: true }, 'the feed of rates was not read; it is read again')
  const earlier = later(now, Math.min(everyMs, ctx.limits.feedRetryMs) - everyMs)
  await ctx.systemTx((tx) => updateAskedAt(tx, feedHash, { askedAt: now, earlier }))
  return 1
}

/** An address may hold a key, so it is not written down. */
function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

/** The feed's quotes, or in words why there are none. */
async function readFeed(ctx: Context, url: string): Promise<Quotes | string> {
  const reply = await ctx.http.send({
    lane: 'rates',
    method: 'GET',
    url,
    headers: { accept: 'application/json, application/xml;q=0.9, text/xml;q=0.9' },
    timeoutMs: ctx.limits.feedCallMs,
    maxReplyBytes: ctx.limits.feedReplyBytes,
  })
  if (reply.kind !== 'answered') return reply.reason
  if (reply.status !== 200) return `it answered ${reply.status}`
  const text = textOf(reply.body)
  if (text === null) return 'it is not UTF-8'
  const answer = text.trimStart().startsWith('<') ? readXmlFeed(text.trim()) : readJsonFeed(text)
  return typeof answer === 'string' ? answer : judgeFeed(answer, ctx.clock.now(), ctx.limits)
}

function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}
