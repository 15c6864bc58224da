import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { PLATFORM, type RowPart, type SealedColumn, type SealedPlace } from './sealed-column.ts'

/** A sealed value where it lies. */
export type SealedValue = SealedPlace & { key: RowPart; sealed: Buffer }

/** Which values are looked for: those of the form before places, or those that are not sealed under a key. */
export type SealedChoice = { form: 'former' } | { form: 'bound'; notUnder?: string }

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
