import { type ColumnType, type GeneratedAlways, sql } from 'kysely'
import { askFor, lookup, type Tx } from '../platform/index.ts'
import type { RateTable } from './rate-table.ts'

interface RateTablesTable {
  rate_table_id: GeneratedAlways<number>
  base: string
  rates: ColumnType<Record<string, string>, string, never>
  source: string
  rates_at: Date
  recorded_at: Date
  /** Code → ISO 8601; a code that is not there was quoted at `rates_at`. */
  quoted_at: ColumnType<Record<string, string>, string, never>
}

type RateFeedsTable = { feed_hash: string; asked_at: Date }

declare module '../platform/database.ts' {
  interface Tables {
    rate_tables: RateTablesTable
    rate_feeds: RateFeedsTable
  }
}

/** Whoever changes the table in force waits for whoever is changing it. */
export async function lockRates(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rates', 0))`.execute(tx)
}

type FoundRates = Pick<RateTable, 'base' | 'rates' | 'ratesAt'> & { quotedAt: Record<string, string> }

const FIND_RATES = lookup<object, FoundRates>`
  select asked.place, newest.*
  from rows as asked (place int)
  cross join lateral (
    select base, rates, rates_at as "ratesAt", quoted_at as "quotedAt" from rate_tables order by rate_table_id desc limit 1
  ) newest`

/** The table in force, however old its rates are; null before the first one. */
export async function findRates(tx: Tx): Promise<RateTable | null> {
  const [row] = await askFor(tx, FIND_RATES, {})
  if (!row) return null
  const quotedAt = Object.keys(row.rates).map((code) => {
    const at = row.quotedAt[code]
    return [code, at === undefined ? row.ratesAt : new Date(at)] as const
  })
  return { base: row.base, rates: row.rates, ratesAt: row.ratesAt, quotedAt: Object.fromEntries(quotedAt) }
}

export async function insertRates(tx: Tx, table: RateTable, source: string, now: Date): Promise<void> {
  await tx
    .insertInto('rate_tables')
    .values({
      base: table.base,
      rates: JSON.stringify(table.rates),
      source,
      rates_at: table.ratesAt,
      recorded_at: now,
      quoted_at: JSON.stringify(table.quotedAt),
    })
    .execute()
}

/** The newest rates that came from a source, whatever is in force now; null before the first ones. */
export async function findRatesOf(tx: Tx, source: string): Promise<Pick<RateTable, 'base' | 'rates'> | null> {
  const row = await tx
    .selectFrom('rate_tables')
    .select(['base', 'rates'])
    .where('source', '=', source)
    .orderBy('rate_table_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Claims a feed that nobody has asked since `before`; true for whoever got it. */
export async function claimFeed(
  tx: Tx,
  feedHash: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into rate_feeds (feed_hash, asked_at) values (${feedHash}, ${now})
    on conflict (feed_hash) do update set asked_at = excluded.asked_at where rate_feeds.asked_at <= ${before}
    returning feed_hash`.execute(tx)
  return rows.length === 1
}

/** A feed that was asked at `askedAt` counts as asked at `earlier`, so that it is asked again sooner. */
export async function updateAskedAt(tx: Tx, feedHash: string, asked: { askedAt: Date; earlier: Date }): Promise<void> {
  await tx
    .updateTable('rate_feeds')
    .set({ asked_at: asked.earlier })
    .where('feed_hash', '=', feedHash)
    .where('asked_at', '=', asked.askedAt)
    .execute()
}
