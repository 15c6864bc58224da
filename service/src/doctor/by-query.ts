import type { RawBuilder } from 'kysely'
import { type Invariant, type Judged, type Judgement, makeJudgement, type Reading } from './invariant.ts'
import { eachRow } from './store.ts'

/** An invariant that one query judges: a row for each thing looked at, with a `detail` where the promise is broken. */
export function byQuery(
  name: string,
  query: RawBuilder<Judged> | ((reading: Reading) => RawBuilder<Judged>),
): Invariant {
  return { name, query: typeof query === 'function' ? query : () => query }
}

/** The same, of a world in which nothing is under way any more. */
export function byQueryOnceHealed(name: string, query: RawBuilder<Judged>): Invariant {
  return { ...byQuery(name, query), whenHealed: true }
}

/** An invariant that is computed from each row of a query; `faultOf` gives null where the promise is kept. */
export function byRow<Row extends { operator_id: number; subject: string }>(
  name: string,
  query: RawBuilder<Row>,
  faultOf: (row: Row) => string | null,
): { name: string; check(reading: Reading): Promise<Judgement> } {
  const check = async (reading: Reading) => {
    const { judgement, add } = makeJudgement(reading.limits)
    await eachRow(reading, query, (row) => add(row.operator_id, row.subject, faultOf(row)))
    return judgement
  }
  return { name, check }
}

/** Stored figures that cannot be computed with are a fault of their row, not the end of the examination. */
export function ruled(faultOf: () => string | null): string | null {
  try {
    return faultOf()
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
