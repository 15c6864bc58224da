import { type ChainVerdict, PLATFORM_LOG, verifyAuditChain } from '../audit/index.ts'
import { type Invariant, makeJudgement } from './invariant.ts'
import { listOperators } from './store.ts'

/** An invariant of the whole log of each operator and of the platform; `faultOf` gives null where it is kept. */
function ofEachLog(name: string, faultOf: (verdict: ChainVerdict) => string | null): Invariant {
  return {
    name,
    check: async (reading) => {
      const { tx, operatorId, limits } = reading
      const { judgement, add } = makeJudgement(limits)
      let rows = 0
      const operators = await listOperators(tx, operatorId)
      for (const operator of operatorId === null ? [...operators, PLATFORM_LOG] : operators) {
        const verdict = await verifyAuditChain(reading, tx, operator.operatorId)
        add(operator.operatorId, `audit log of ${operator.slug}`, faultOf(verdict))
        rows += verdict.entryCount
      }
      return { ...judgement, rows }
    },
  }
}

/** Every entry holds the hash of the one before it under a key that is outside the database, so a change anywhere shows. */
const chainIsWhole = ofEachLog('The audit log of an operator is an unbroken chain.', ({ brokenAt }) =>
  brokenAt === null ? null : `entry ${brokenAt} is missing or was changed`,
)

/** A tail that was cut together with an older head put back is seen only by a head that was exported. */
const endsAtHead = ofEachLog(
  'The audit log of an operator ends where its signed head says.',
  ({ headFault }) => headFault,
)

export const auditInvariants: readonly Invariant[] = [chainIsWhole, endsAtHead]
