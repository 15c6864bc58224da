import type { Casino } from '../casinos.ts'
import { FAULT_TABLE } from '../wallet/fault-table.ts'
import type { FaultRule } from '../wallet/rules.ts'
import { PROPER_KIND } from '../wallet/weather.ts'
import { type Exchange, readJson } from './http.ts'
import { invalid, playerOf } from './input.ts'
import { kindOf, ruleOf, rulesOf } from './rule-input.ts'
import type { Site } from './site.ts'

/** What a person or a program does to a casino's wallet, and what became of it. */

/** The rules, what sort of wallet it is, and every fault that there is. */
export function readFaults({ weather }: Site, { slug }: Casino) {
  const table = Object.entries(FAULT_TABLE).map(([fault, { group, title, words, options }]) => {
    return { fault, group, title, words, options }
  })
  const rules = weather.rulesOf(slug).map(({ ruleId, rule }) => viewOf(ruleId, rule))
  return { rules, ...weather.kind(slug), faults: table }
}

/** Replaces all rules of the casino, or its sort of wallet, or both: what the body leaves out stays. */
export async function putFaults(site: Site, casino: Casino, exchange: Exchange) {
  const { rules, ...kind } = await readJson(exchange.request)
  const wanted = { rules: rules === undefined ? undefined : rulesOf(casino.slug, rules), kind: kindOf(kind) }
  if (wanted.rules) site.weather.replaceRules(casino.slug, wanted.rules)
  site.weather.setKind(casino.slug, wanted.kind)
  return readFaults(site, casino)
}

/** Adds one rule, to be tried before all others. */
export async function addFault(site: Site, casino: Casino, exchange: Exchange) {
  const rule = ruleOf(casino.slug, await readJson(exchange.request))
  site.weather.addRule(casino.slug, rule)
  return readFaults(site, casino)
}

/** Takes one rule away, `?ruleId=`; without it all of the casino's, and the wallet is a proper one again. */
export function clearFaults(site: Site, casino: Casino, exchange: Exchange) {
  const ruleId = exchange.url.searchParams.get('ruleId')
  if (ruleId === null) {
    site.weather.replaceRules(casino.slug, [])
    site.weather.setKind(casino.slug, PROPER_KIND)
  } else {
    if (!/^\d{1,15}$/.test(ruleId)) throw invalid('ruleId', 'must be the id of a rule')
    site.weather.removeRule(casino.slug, Number(ruleId))
  }
  return readFaults(site, casino)
}

/** The last calls of the wallet, newest first; with `?player=` of one player. */
export function readCalls({ weather }: Site, { slug }: Casino, { url }: Exchange) {
  const wanted = url.searchParams.get('player')
  const player = wanted === null ? null : playerOf(wanted)
  const calls = weather.calls.list(slug).filter((call) => player === null || call.player === player)
  return { calls: calls.reverse() }
}

function viewOf(ruleId: number, { fault, when = {}, times }: FaultRule) {
  const { operator: _, ...calls } = when
  const { waitMs, refuse } = fault
  return {
    ruleId,
    fault: fault.name ?? 'custom',
    waitMs,
    errorCode: refuse?.errorCode ?? undefined,
    when: calls,
    times,
  }
}
