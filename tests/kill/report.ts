import pg from 'pg'
import type { KillCounts } from './chaos.ts'

export type KillReport = {
  seed: string
  seconds: number
  kills: KillCounts
  clicks: { count: number; requests: number; decided: number }
  /** How many transactions so many opens shared, and how many opens were done alone in the end. */
  shared: Record<string, number>
  /** How many opens shared one at the most. */
  largest: number
  /** How many of each, by what they came to. */
  rounds: Record<string, number>
  orders: Record<string, number>
  operations: Record<string, number>
  attempts: Record<string, number>
  violations: string[]
  /** Where the logs and the data are; null when they were removed. */
  folder: string | null
}

const ROUNDS = `
  select case when game_key <> 'upgrader' then '' when mode = 'items' then 'stake of items ' else 'wager ' end
    || case when state = 'voided' and refunded_minor is not null then 'voided and refunded' else state end as name
  from rounds`
const ORDERS = `
  select origin || case when fee_minor is null then ' ' else ' with a fee ' end || status as name from shipping_orders
  union all select 'fee without an order' from shipping_intents where state = 'no_order'`
const OPERATIONS = `select kind || ' ' || state as name from wallet_operations`
const ATTEMPTS = `select coalesce(outcome, 'lost with its process') as name from wallet_attempts`

type Counted = 'rounds' | 'orders' | 'operations' | 'attempts'

export async function countRows(databaseUrl: string): Promise<Pick<KillReport, Counted>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const count = async (names: string) => {
    const { rows } = await client.query(
      `select name, count(*)::int as count from (${names}) as named group by name order by name`,
    )
    return Object.fromEntries(rows.map((row) => [row.name, row.count]))
  }
  try {
    return {
      rounds: await count(ROUNDS),
      orders: await count(ORDERS),
      operations: await count(OPERATIONS),
      attempts: await count(ATTEMPTS),
    }
  } finally {
    await client.end()
  }
}

/** The report for people. */
export function wordsOf(report: KillReport): string {
  const { clicks, violations, folder } = report
  const total = Object.values(report.kills).reduce((sum, count) => sum + count, 0)
  const told = { sent: clicks.count, 'with an answer for good': clicks.decided, 'requests in all': clicks.requests }
  const verdict = violations.length === 0 ? 'No violation.' : `${violations.length} VIOLATIONS:`
  return [
    `${total} kills in ${Math.round(report.seconds)} s, seed ${report.seed}`,
    ...table('kills', report.kills),
    ...table('clicks', told),
    ...table(`transactions that opens shared, at the most ${report.largest} of them`, report.shared),
    ...table('rounds', report.rounds),
    ...table('orders', report.orders),
    ...table('operations', report.operations),
    ...table('attempts', report.attempts),
    verdict,
    ...violations.map((violation) => `✗ ${violation}`),
    ...(folder === null ? [] : [`Logs and data are kept in ${folder}.`]),
  ].join('\n')
}

function table(title: string, counts: Readonly<Record<string, number | undefined>>): string[] {
  const rows = Object.entries(counts).map(([name, count]) => `  ${String(count).padStart(7)}  ${name}`)
  return [title, ...(rows.length === 0 ? ['        0'] : rows)]
}
