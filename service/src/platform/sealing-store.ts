import { sql } from 'kysely'
import { present } from '../kernel/index.ts'
import type { Tx } from './database.ts'

type SealingTable = {
  only_row: boolean
  key_id: string
  previous_key_id: string | null
  constant_sealed: Buffer
}

declare module './database.ts' {
  interface Tables {
    sealing: SealingTable
  }
}

/** Which master key a database is sealed under. */
export type SealingRow = Omit<SealingTable, 'only_row'>

const COLUMNS = ['key_id', 'previous_key_id', 'constant_sealed'] as const

/** Null in a database that nothing was sealed in yet. */
export async function findSealing(tx: Tx): Promise<SealingRow | null> {
  return (await tx.selectFrom('sealing').select(COLUMNS).executeTakeFirst()) ?? null
}

/** The same, and nobody else seals or changes it until the transaction ends. */
export async function lockSealing(tx: Tx): Promise<SealingRow | null> {
  return (await tx.selectFrom('sealing').select(COLUMNS).forUpdate().executeTakeFirst()) ?? null
}

/** Until the transaction ends, nobody else gives the database its first row. */
export async function lockFirstSealing(tx: Tx): Promise<void> {
  await sql`lock table sealing in share row exclusive mode`.execute(tx)
}

/** The id of the key that the database is sealed under. Others may seal at the same time; nobody changes the key meanwhile. */
export async function lockSealingKey(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('sealing').select('key_id').forShare().executeTakeFirst()
  return present(row, 'the database has a master key').key_id
}

export async function insertSealing(tx: Tx, row: SealingRow): Promise<void> {
  await tx
    .insertInto('sealing')
    .values({ only_row: sql`default`, ...row })
    .execute()
}

export async function updateSealing(tx: Tx, change: Partial<SealingRow>): Promise<void> {
  await tx.updateTable('sealing').set(change).execute()
}
