import { sql } from 'kysely'
import { findSealing, PLATFORM, type SealedColumn, sealedParts, sealedPlace } from '../platform/index.ts'
import { openConstant, SEALED_COLUMNS } from '../sealing/index.ts'
import { type Invariant, makeJudgement, type Reading } from './invariant.ts'
import { eachRow } from './store.ts'

/** What is sealed under the master key: whether it is the right key, and whether each value lies where it was put. */

const keyIsTheDatabases: Invariant = {
  name: 'The master key at hand is the one that the database is sealed under.',
  check: async ({ tx, limits, sealer }) => {
    const { judgement, add } = makeJudgement(limits)
    const row = await findSealing(tx)
    add(PLATFORM, 'the sealed constant', row === null ? 'it is missing' : faultOf(() => openConstant(sealer, row)))
    return judgement
  },
}

const valuesLieInTheirPlaces: Invariant = {
  name: 'A sealed value opens in its own place, and a seed there is the one of the hash that is shown.',
  check: async (reading) => {
    const { judgement, add } = makeJudgement(reading.limits)
    for (const column of SEALED_COLUMNS) {
      await eachRow(reading, valuesOf(column), ({ operator_id, key, row, sealed }) => {
        add(
          operator_id,
          `${column.column} of ${column.table} ${key}`,
          faultOfValue(reading, column, { operator_id, row, sealed }),
        )
      })
    }
    return judgement
  },
}

type Value = { operator_id: number; row: string[]; sealed: Buffer }

function valuesOf(column: SealedColumn) {
  const { operator, row, sealed } = sealedParts(column)
  return sql<Value & { key: string }>`
    select ${operator} as operator_id, ${sql.ref(column.key)}::text as key, ${row} as row, ${sealed} as sealed
    from ${sql.table(column.table)} where ${sealed} is not null`
}

function faultOfValue({ sealer }: Reading, column: SealedColumn, { operator_id, row, sealed }: Value): string | null {
  let plain = ''
  const fault = faultOf(() => {
    plain = sealer.open(sealed, sealedPlace(column, operator_id, ...row))
  })
  if (fault !== null) return `it does not open here, so it was changed or belongs to another place (${fault})`
  return (column.isTrue?.(plain, row) ?? true) ? null : 'it is not the one of its hash'
}

function faultOf(open: () => unknown): string | null {
  try {
    open()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export const sealingInvariants: readonly Invariant[] = [keyIsTheDatabases, valuesLieInTheirPlaces]
