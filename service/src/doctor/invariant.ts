import type { RawBuilder } from 'kysely'
import type { Limits } from '../kernel/index.ts'
import type { Sealer, Tx } from '../platform/index.ts'

/** A promise that the data keeps at every moment, and how it is checked. */
export type Invariant = {
  /** The promise, as a sentence. */
  name: string
  /** It holds only once nothing is under way any more. */
  whenHealed?: true
} & Check

/** One query that judges, which is asked together with others; or whatever else it takes. */
type Check = { query(reading: Reading): RawBuilder<Judged> } | { check(reading: Reading): Promise<Judgement> }

/** A thing that was looked at; `detail` is null where the promise is kept. */
export type Judged = { operator_id: number; subject: string; detail: string | null }

/** One consistent picture of the database, and what is to be looked at in it. */
export type Reading = {
  tx: Tx
  /** Null for all operators. */
  operatorId: number | null
  limits: Limits
  /** Opens what is sealed, to see that it does. */
  sealer: Sealer
  /** Times of several processes are compared with so much patience. */
  clockToleranceMs: number
}

export type Finding = { operatorId: number; subject: string; detail: string }

/** `rows`: how many things were looked at. `broken`: how many of them break the promise; `findings` shows the first of those. */
export type Judgement = { rows: number; broken: number; findings: Finding[] }

/** What a game promises of its own rounds, and where it keeps what all games have. */
export type GameChecks = {
  invariants: readonly Invariant[]
  /** What it has drawn, or is to draw: `operator_id`, `round_id`, `what` in words, `reel_index`, `raw_draw`, and of how many, `total`. */
  draws: RawBuilder<unknown>
  /** What its rounds won: `operator_id`, `inventory_item_id`. Null where nothing went into a vault. */
  prizes: RawBuilder<unknown>
}

/** Judges one thing after the other in bounded memory. */
export function makeJudgement(limits: Pick<Limits, 'doctorFindingsCount'>) {
  const judgement: Judgement = { rows: 0, broken: 0, findings: [] }
  return {
    judgement,
    /** `detail` is null where the promise is kept. */
    add(operatorId: number, subject: string, detail: string | null) {
      judgement.rows += 1
      if (detail === null) return
      judgement.broken += 1
      if (judgement.findings.length < limits.doctorFindingsCount)
        judgement.findings.push({ operatorId, subject, detail })
    },
  }
}
