import type { Insertable } from 'kysely'
import type { SealedColumn, Tx } from '../platform/index.ts'

export type OperatorDataKeysTable = {
  operator_id: number
  key_number: number
  key_sealed: Buffer
  created_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    operator_data_keys: OperatorDataKeysTable
  }
}

/** A key that is copied to another operator or another number opens nothing. */
export const DATA_KEY: SealedColumn = {
  ...{ purpose: 'data-key', table: 'operator_data_keys', column: 'key_sealed', operator: 'operator_id' },
  ...{ key: 'key_number', keyType: 'integer', row: ['key_number'] },
}

/** The operator's data keys, ascending by number. */
export async function listDataKeys(
  tx: Tx,
  operatorId: number,
): Promise<Pick<OperatorDataKeysTable, 'key_number' | 'key_sealed'>[]> {
  return tx
    .selectFrom('operator_data_keys')
    .select(['key_number', 'key_sealed'])
    .where('operator_id', '=', operatorId)
    .orderBy('key_number')
    .execute()
}

/** A number that the operator has a key of is left as it is. */
export async function insertDataKey(tx: Tx, row: Insertable<OperatorDataKeysTable>): Promise<void> {
  await tx
    .insertInto('operator_data_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
