import { verifyAuditChain } from '../audit/index.ts'
import { type Invariant, makeJudgement } from './invariant.ts'
import { listOperators } from './store.ts'

/** Every entry holds the hash of the one before it, so a change anywhere shows. */
const chainIsWhole: Invariant = {
  name: 'The audit log of an operator is an unbroken chain.',
  check: async ({ tx, operatorId, limits }) => {
    const { judgement, add } = makeJudgement(limits)
    let rows = 0
    for (const operator of await listOperators(tx, operatorId)) {
      const verdict = await verifyAuditChain(tx, operator.operatorId)
      const detail = verdict.ok ? null : `entry ${verdict.brokenAt} is missing or was changed`
      add(operator.operatorId, `audit log of ${operator.slug}`, detail)
      rows += verdict.ok ? verdict.entryCount : verdict.brokenAt
    }
    return { ...judgement, rows }
  },
}

export const auditInvariants: readonly Invariant[] = [chainIsWhole]
