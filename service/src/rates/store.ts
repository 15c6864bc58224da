import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Tx } from '../platform/index.ts'

interface RateTablesTable {
  rate_table_id: GeneratedAlways<number>
  base: string
  rates: ColumnType<Record<string, string>, string, never>
  source: string
  rates_at: Date
  recorded_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    rate_tables: RateTablesTable
  }
}

/** One major unit of `base` is worth `rates[code]` major units of `code`; decimal strings, exactly as they were set. */
export type RateTable = { base: string; rates: Record<string, string>; ratesAt: Date }

/** The table in force, or null before the first one. */
export async function currentRates(tx: Tx): Promise<RateTable | null> {
  const row = await tx
    .selectFrom('rate_tables')
    .select(['base', 'rates', 'rates_at as ratesAt'])
    .orderBy('rate_table_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
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
    })
    .execute()
}
