import { EVENT_TYPES, TEST_EVENT_TYPE } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { withBody } from '../personal.ts'
import { RECEIVER_FAULTS, type ReceiverFaultName, type ReceiverRule } from '../webhooks/faults.ts'
import { type Exchange, readJson, SiteError } from './http.ts'
import { flagOf, idOf, invalid, showsPersonal } from './input.ts'
import type { Site } from './site.ts'

/** What arrived at the casino's webhook receiver, and what the receiver is told to do to the next deliveries. */

const MAX_RULES = 20
const MAX_TIMES = 1000

/** Deliveries that arrived, newest first, the rules at work, and every fault that there is. */
export function readWebhooks({ inbox }: Site, casino: Casino) {
  const faults = Object.entries(RECEIVER_FAULTS).map(([fault, { title }]) => ({ fault, title }))
  return {
    url: `${casino.casinoUrl}/webhooks`,
    endpointId: casino.webhookEndpointId,
    hasSecret: casino.webhookSecret !== null,
    arrivals: inbox.list(casino.slug),
    rules: inbox.faults.list(casino.slug),
    faults,
    types: [...EVENT_TYPES, TEST_EVENT_TYPE],
  }
}

/** One arrival with everything that came, `?arrivalId=`; what is personal with `?personal=show` alone. */
export function readArrival({ inbox }: Site, { slug }: Casino, { url }: Exchange) {
  const arrival = inbox.find(slug, idOf('arrivalId', url.searchParams.get('arrivalId')))
  if (!arrival) throw new SiteError(404, 'NOT_FOUND', 'That delivery is no longer kept: only the last 200 are.')
  return { arrival: withBody(arrival, showsPersonal(url)) }
}

/** Adds one rule, to be tried before all others. */
export async function addReceiverRule(site: Site, casino: Casino, exchange: Exchange) {
  const rule = ruleOf(await readJson(exchange.request))
  if (site.inbox.faults.list(casino.slug).length >= MAX_RULES) throw invalid('fault', 'at most 20 rules stand at once')
  site.inbox.faults.add(casino.slug, rule)
  return readWebhooks(site, casino)
}

/** Takes one rule away, `?ruleId=`; without it all of the casino's. */
export function clearReceiverRules(site: Site, casino: Casino, exchange: Exchange) {
  const ruleId = exchange.url.searchParams.get('ruleId')
  if (ruleId === null) site.inbox.faults.clear(casino.slug)
  else site.inbox.faults.remove(casino.slug, idOf('ruleId', ruleId))
  return readWebhooks(site, casino)
}

function ruleOf({ fault, type = null, take = false, times = null }: Record<string, unknown>): ReceiverRule {
  if (!isFault(fault)) throw invalid('fault', `must be one of ${Object.keys(RECEIVER_FAULTS).join(', ')}`)
  if (type !== null && (typeof type !== 'string' || !/^[a-z_]{1,60}$/.test(type))) {
    throw invalid('type', 'must be a type of event')
  }
  const isCount = typeof times === 'number' && Number.isInteger(times) && times >= 1 && times <= MAX_TIMES
  if (times !== null && !isCount) throw invalid('times', `must be an integer from 1 to ${MAX_TIMES}`)
  return { fault, type, take: flagOf('take', take), times: times as number | null }
}

function isFault(name: unknown): name is ReceiverFaultName {
  return typeof name === 'string' && Object.hasOwn(RECEIVER_FAULTS, name)
}
