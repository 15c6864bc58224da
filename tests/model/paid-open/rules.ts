import type { Setting, State } from './state.ts'

/** Rules of every moment. */
export function wrong(state: State, setting: Setting): string | null {
  const isPaid = state.debitLedger.moved > 0
  const isDrawn = state.round === 'settled' || state.round === 'held'
  if (state.debitLedger.moved > 1) return 'two debits'
  if (isDrawn && !isPaid) return 'a box without a debit'
  if (isDrawn && state.refund.at !== 'none') return 'a box and a refund'
  if (state.refund.credited && !isPaid) return 'a refund without a debit: money is created'
  if (isDrawn && state.answer !== 'opened') return `a round settles whose player was told "${state.answer}" for good`
  return setting.mutants.size === 0 ? inconsistent(state) : null
}

/** Round and debit are decided together. Left out for broken rules, which must be seen to cost money or a promise. */
function inconsistent(state: State): string | null {
  if (state.debit === null) return null
  const isUndecided = state.round === 'pending' || state.round === 'voiding'
  if (isUndecided !== (state.debit.state === 'open'))
    return `a ${state.round} round with its debit ${state.debit.state}`
  return null
}

/** Rules of the end, when all misfortune is over and every process has done what it can. */
export function wrongAtEnd(state: State, setting: Setting): string | null {
  const { round, answer, debit, refund } = state
  if (refund.at === 'parked') return null
  if (round !== 'settled' && round !== 'held' && round !== 'voided') return `the round is stuck in ${round}`
  if (answer === 'none') return 'no final answer'
  if (state.actors.some(({ at }) => at !== 'away' && at !== 'done')) return 'a process is stuck'
  const isPaid = setting.promise === 'everything' ? state.debitLedger.moved > 0 : debit?.state === 'accepted'
  if (isPaid && round === 'voided' && !refund.credited) return 'a debit without a box or a refund'
  return null
}
