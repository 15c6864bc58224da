import { sql } from 'kysely'
import { present } from '../kernel/index.ts'
import type { Tx } from './database.ts'
import { PLATFORM, type RowPart, type SealedColumn, type SealedPlace } from './sealed-column.ts'

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

/** A sealed value where it lies. */
export type SealedValue = SealedPlace & { key: RowPart; sealed: Buffer }

/** Which values are looked for: those of the form before places, or those that are not sealed under a key. */
type SealedChoice = { form: 'former' } | { form: 'bound'; notUnder?: string }

/** Values of a column in the order of their rows, those after `last`. */
export async function listSealed(
  tx: Tx,
  column: SealedColumn,
  choice: SealedChoice,
  { last, limit }: { last: SealedValue | null; limit: number },
): Promise<SealedValue[]> {
  const { operator, row, sealed } = sealedParts(column)
  const key = sql.ref(column.key)
  const after =
    last === null
      ? sql``
      : sql`and (${operator}, ${key}) > (${last.operatorId}::bigint, ${last.key}::${sql.raw(column.keyType)})`
  const { rows } = await sql<{ operatorId: number; key: RowPart; row: string[]; sealed: Buffer }>`
    select ${operator} as "operatorId", ${key} as key, ${row} as row, ${sealed} as sealed
    from ${sql.table(column.table)}
    where ${sealed} is not null and ${chosen(column, choice)} ${after}
    order by 1, 2 limit ${limit}`.execute(tx)
  return rows.map((value) => ({ column, ...value }))
}

function chosen({ column }: SealedColumn, choice: SealedChoice) {
  const sealed = sql.ref(column)
  if (choice.form === 'former') return sql`get_byte(${sealed}, 0) = 1`
  if (choice.notUnder === undefined) return sql`get_byte(${sealed}, 0) = 2`
  return sql`get_byte(${sealed}, 0) = 2 and substring(${sealed} from 2 for 8) <> decode(${choice.notUnder}, 'hex')`
}

/** What a query reads of each value of a column: its operator, the columns that name its row, as texts, and its bytes. */
export function sealedParts({ operator, row, column }: SealedColumn) {
  return {
    operator: operator === null ? sql`${sql.lit(PLATFORM)}::bigint` : sql.ref(operator),
    row: sql.join([sql`array[]::text[]`, ...row.map((name) => sql`${sql.ref(name)}::text`)], sql` || `),
    sealed: sql.ref(column),
  }
}

/** Puts other bytes in the place of these, where they are still the same. Returns how many were. */
export async function replaceSealed(
  tx: Tx,
  column: SealedColumn,
  changes: readonly (SealedValue & { anew: Buffer })[],
): Promise<number> {
  const sealed = sql.ref(column.column)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(column.table)} as held set ${sealed} = change.anew
    from unnest(${changes.map(({ operatorId }) => operatorId)}::bigint[],
      ${changes.map(({ key }) => key)}::${sql.raw(column.keyType)}[],
      ${changes.map((change) => change.sealed)}::bytea[], ${changes.map(({ anew }) => anew)}::bytea[])
      as change (operator_id, row_key, old, anew)
    where ${column.operator === null ? sql`true` : sql`held.operator_id = change.operator_id`}
      and held.${sql.ref(column.key)} = change.row_key and held.${sealed} = change.old`.execute(tx)
  return Number(numAffectedRows)
}
