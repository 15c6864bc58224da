import type { CrowdFigures, CrowdResult } from '../crowd.ts'
import type { DrawsResult } from '../draws.ts'
import type { Goals } from '../goals.ts'
import type { GrowthFigures, GrowthResult } from '../growth.ts'
import type { HangingResult } from '../hanging.ts'
import type { ListsResult } from '../lists.ts'
import type { Figures, OpenResult } from '../open.ts'
import type { PaidResult } from '../paid.ts'
import type { PartsResult } from '../parts.ts'
import type { ProcessesResult } from '../processes.ts'
import type { ProfileResult } from '../profile.ts'
import type { WebhooksResult } from '../webhooks.ts'

type Row = readonly (string | number)[]

/** A table in Markdown, its columns as wide as they must be. */
export function table(head: Row, rows: readonly Row[]): string {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(all[0]!), line(widths.map((width) => '-'.repeat(width))), ...all.slice(1).map(line)].join('\n')
}

const ms = (value: number) => `${value.toFixed(1)} ms`
const share = (value: number) => `${(value * 100).toFixed(1)} %`

export function partsTable({ rows }: PartsResult): string {
  const us = (value: number) => `${value.toFixed(2)} \u00b5s`
  const lines = rows.map(({ name, plainUs, oursUs, ratio }): Row => [name, us(plainUs), us(oursUs), ratio.toFixed(2)])
  return table(['part of a request', 'the plain way', 'ours', 'ratio'], lines)
}

export function openTable({ rows, goals }: OpenResult): string {
  const head = [
    'in flight',
    'handler',
    'per second',
    'windows',
    'p50',
    'p99',
    'CPU: handler',
    'database',
    'wallet',
    'load',
  ]
  const line = (inFlight: number, name: string, figures: Figures): Row => {
    const { handler, database, wallet, load } = figures.cpuMs
    const cpu = [handler, database ?? Number.NaN, wallet, load].map((used) => `${used.toFixed(2)} ms`)
    const { perSecond, windows, p50Ms, p99Ms } = figures
    return [
      inFlight,
      name,
      perSecond.toFixed(0),
      windows.map((w) => w.toFixed(0)).join(' '),
      ms(p50Ms),
      ms(p99Ms),
      ...cpu,
    ]
  }
  const lines = rows.flatMap(({ inFlight, open, bare }) => [line(inFlight, 'open', open), line(inFlight, 'bare', bare)])
  const ratios = rows.map(({ inFlight, ratio }) => `open/bare at ${inFlight} in flight: ${ratio.toFixed(2)}`)
  return [table(head, lines), '', ...ratios, ...goalLines(goals, rows)].join('\n')
}

/** Each with what it was made of, so that a ratio says whether one side was slow or the other quick. */
export function goalLines({ alone, paced, walBytes, tpcB }: Goals, rows: OpenResult['rows']): string[] {
  const most = Math.max(...rows.map(({ inFlight }) => inFlight))
  const rates = `${paced.openPerSecond.toFixed(0)} and ${paced.barePerSecond.toFixed(0)} a second`
  return [
    `alone, p50 over the leanest handler: ${alone.ratio.toFixed(2)} (${ms(alone.openP50Ms)} and ${ms(alone.leanP50Ms)})`,
    `p99 at half of the highest rate, over bare: ${paced.ratio.toFixed(2)} (${ms(paced.openP99Ms)} and ${ms(paced.bareP99Ms)} at ${rates})`,
    `written ahead for an open: ${(walBytes / 1000).toFixed(1)} kB`,
    tpcB === null
      ? `open/pgbench: left out, as there is no pgbench on this machine`
      : `open/pgbench at ${most} in flight: ${tpcB.ratio.toFixed(3)} (${tpcB.openPerSecond.toFixed(0)} and ${tpcB.perSecond.toFixed(0)} a second)`,
  ]
}

const PAID_NAMES = {
  open: 'open',
  held: 'open of a held box',
  cashback: 'cashback of an item',
  fee: 'order with a shipping fee',
}

export function paidTable({ rows, inFlight }: PaidResult): string {
  const head = ['action', 'per second', 'windows', 'p50', 'p99', 'CPU: service', 'database', 'both, over an open']
  const lines = rows.map(({ action, figures, cpuOverOpen, database: { transactions, roundTrips } }): Row => {
    const { perSecond, windows, p50Ms, p99Ms, cpuMs } = figures
    const cpu = [cpuMs.handler, cpuMs.database ?? Number.NaN].map((used) => `${used.toFixed(2)} ms`)
    const rates = [perSecond.toFixed(0), windows.map((w) => w.toFixed(0)).join(' ')]
    const counts = [cpuOverOpen, transactions, roundTrips].map((count) => count.toFixed(2))
    return [PAID_NAMES[action], ...rates, ms(p50Ms), ms(p99Ms), ...cpu, ...counts]
  })
  return [`${inFlight} in flight`, '', table([...head, 'transactions', 'round trips'], lines)].join('\n')
}

export function hangingTable({ rows, hanging, unanswered, busyCores }: HangingResult): string {
  const head = [
    '',
    'count',
    'p50 quiet',
    'p50 hanging',
    'p99 quiet',
    'p99 hanging',
    'ratio of p99',
    'of the middle windows',
  ]
  const lines = rows.map(({ what, quiet, hanging: load, ratio, middleRatio }): Row => {
    const times = [quiet.p50Ms, load.p50Ms, quiet.p99Ms, load.p99Ms].map(ms)
    return [what, `${quiet.count}/${load.count}`, ...times, ratio.toFixed(2), middleRatio.toFixed(2)]
  })
  const windows = rows.map(
    ({ what, quiet, hanging: load }) =>
      `p99 of ${what} by window: quiet ${quiet.windows.map(ms).join(', ')}; hanging ${load.windows.map(ms).join(', ')}`,
  )
  const counts = unanswered.map(([began, ended]) => `${began} to ${ended}`).join(', ')
  const held = `${hanging} opens hanging; calls that the wallet held unanswered, by window: ${counts}`
  const busy = `service and database kept ${busyCores.quiet.toFixed(2)} cores busy when quiet, ${busyCores.hanging.toFixed(2)} when hanging`
  return [table(head, lines), '', ...windows, held, busy].join('\n')
}

export function crowdTable(result: CrowdResult): string {
  const { operators, inFlight, alone, beside, big, ratio, busyCores } = result
  const line = (who: string, { perSecond, p50Ms, p99Ms }: CrowdFigures): Row => [
    who,
    perSecond.toFixed(0),
    ms(p50Ms),
    ms(p99Ms),
  ]
  const small = `${operators} operators with 1 in flight each`
  const lines = [
    line(`${small}, alone`, alone),
    line(`${small}, beside one with ${inFlight}`, beside),
    line(`the one with ${inFlight}`, big),
  ]
  return [
    table(['opens of', 'per second', 'p50', 'p99'], lines),
    '',
    `p99 of the small ones, beside over alone: ${ratio.toFixed(2)}`,
    `service and database kept ${busyCores.alone.toFixed(2)} cores busy alone, ${busyCores.beside.toFixed(2)} beside`,
  ].join('\n')
}

export function growthTable({ few, many, ratio, inFlight }: GrowthResult): string {
  const line = (figures: GrowthFigures): Row => {
    const { rounds, bytesOfRound, windows, cpuMs, walBytes } = figures
    const cpu = [cpuMs.service, cpuMs.database ?? Number.NaN].map((used) => `${used.toFixed(2)} ms`)
    const kB = [walBytes, bytesOfRound].map((bytes) => `${(bytes / 1000).toFixed(1)} kB`)
    const rates = [figures.perSecond.toFixed(0), windows.map((w) => w.toFixed(0)).join(' ')]
    return [rounds.toLocaleString('en'), ...rates, ms(figures.p50Ms), ms(figures.p99Ms), ...cpu, ...kB]
  }
  const head = [
    'rounds',
    'opens per second',
    'windows',
    'p50',
    'p99',
    'CPU: service',
    'database',
    'written ahead',
    'kept',
  ]
  const kept = many.tables.map(
    ([name, bytes]): Row => [name, `${bytes.toFixed(0)} bytes`, share(bytes / many.bytesOfRound)],
  )
  return [
    table(head, [line(few), line(many)]),
    '',
    table(['kept of a round', 'with indexes', 'share'], kept),
    '',
    `many/few at ${inFlight} in flight: ${ratio.toFixed(2)}`,
  ].join('\n')
}

export function processesTable({ rows }: ProcessesResult): string {
  const busy = ['busy cores: service', 'database', 'wallet', 'load', 'others']
  const head = ['in flight', 'processes', 'per second', 'over one', 'windows', 'p50', 'p99', ...busy, 'bound by']
  const cores = (value: number | null) => (value ?? Number.NaN).toFixed(2)
  const lines = rows.map((row): Row => {
    const { services, database, wallet, load, others } = row.busyCores
    const rates = [row.perSecond.toFixed(0), row.ratio.toFixed(2), row.windows.map((w) => w.toFixed(0)).join(' ')]
    const used = [services.map(cores).join(' '), cores(database), cores(wallet), cores(load), cores(others)]
    return [row.inFlight, row.processes, ...rates, ms(row.p50Ms), ms(row.p99Ms), ...used, row.boundBy]
  })
  return table(head, lines)
}

export function listsTable({ rows, fewRows, manyRows }: ListsResult): string {
  const head = ['list', `p50 of ${fewRows} rows`, `p50 of ${manyRows} rows`, 'ratio']
  return table(
    head,
    rows.map(({ list, fewP50Ms, manyP50Ms, ratio }) => [list, ms(fewP50Ms), ms(manyP50Ms), ratio.toFixed(2)]),
  )
}

export function drawsTable({ rows, openssl, ratio }: DrawsResult): string {
  const lines = rows.map(
    ({ what, perSecond, windows }): Row => [what, thousands(perSecond), windows.map(thousands).join(' ')],
  )
  const over = ratio === null ? 'no OpenSSL here to compare with' : `drawNonces() over ${openssl}: ${ratio.toFixed(2)}`
  return [table(['draws in a second of one core', 'middle', 'windows'], lines), '', over].join('\n')
}

/** In thousands, rounded. */
export const thousands = (value: number) => `${Math.round(value / 1000).toLocaleString('en')}k`

export function profileTables(result: ProfileResult): string {
  const { perOpen, timeMs, shares, statements, busyShare } = result
  const { whole, connectionWait, database, wallet } = timeMs
  const rest = whole - connectionWait - database - wallet
  const times = Object.entries({ connectionWait, database, wallet, rest, whole })
  return [
    `${result.opens} opens at ${result.inFlight} in flight, ${result.perSecond.toFixed(0)} per second while being measured`,
    `per open: ${perOpen.transactions.toFixed(2)} transactions, ${perOpen.roundTrips.toFixed(2)} round trips`,
    `the event loop was busy for ${share(busyShare)} of the time`,
    '',
    table(
      ['part of the latency', 'time', 'share'],
      times.map(([name, time]) => [name, ms(time), share(time / whole)]),
    ),
    '',
    table(
      ['CPU of the service', 'share'],
      shares.map(([part, of]) => [part, share(of)]),
    ),
    '',
    table(
      ['statement', 'per open', 'time per open'],
      statements.map(([text, count, time]) => [shorten(text), count.toFixed(2), `${time.toFixed(2)} ms`]),
    ),
  ].join('\n')
}

export function webhooksTables(result: WebhooksResult): string {
  const { drain, rows, statements, shares, inFlight } = result
  const { service, database, receivers } = drain.cpuMs
  const cpu = [service, database ?? Number.NaN, receivers].map((used) => `${used.toFixed(3)} ms`)
  const opens = rows.map(({ load, alone, draining, ratio, deliveriesPerSecond }): Row => {
    const name = load === 'full' ? `${inFlight} in flight` : 'half of that rate'
    const rates = [alone, draining].map(({ perSecond }) => perSecond.toFixed(0))
    const times = [alone.p50Ms, draining.p50Ms, alone.p99Ms, draining.p99Ms].map(ms)
    return [name, ...rates, ratio.toFixed(2), deliveriesPerSecond.toFixed(0), ...times]
  })
  const openHead = ['opens', 'per second alone', 'beside the drain', 'ratio', 'deliveries per second']
  return [
    table(
      ['deliveries', 'per second', 'statements each', 'CPU: service', 'database', 'receivers'],
      [[drain.deliveries, drain.perSecond.toFixed(0), result.statementsPerDelivery.toFixed(2), ...cpu]],
    ),
    '',
    table([...openHead, 'p50 alone', 'beside', 'p99 alone', 'beside'], opens),
    '',
    table(
      ['CPU of the service while it drains', 'share'],
      shares.map(([part, of]) => [part, share(of)]),
    ),
    '',
    table(
      ['statement', 'per delivery'],
      statements.map(([text, count]) => [shorten(text), count.toFixed(3)]),
    ),
  ].join('\n')
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').replaceAll('"', '').slice(0, 90)
}
