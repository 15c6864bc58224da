export { nothingWasSent } from './attempt-history.ts'
export { closeAttempt, dropUnsent } from './close-attempt.ts'
export { appendHistory, type HistoryEntry } from './history.ts'
export { HISTORY_TYPES, type HistoryFilter, type HistoryType, sumHistoryAfter } from './history-store.ts'
export type { Attempt, Movement, OperationKind, OperationState, Outcome, Verdict } from './operation.ts'
export { placeAllHistory, placeHistory, placeOfNow } from './place-history.ts'
export { probeOperation } from './probe-operation.ts'
export { type Balance, readBalance } from './read-balance.ts'
export { readHistory, readUnresolved } from './read-history.ts'
export { beginOperation, isHeldBack, queueOperation, recordNextAttempt } from './record-attempt.ts'
export { refusalOf } from './refusal-codes.ts'
export { refuseTooManyUnknown } from './refuse-too-many-unknown.ts'
export { sendAttempt } from './send-attempt.ts'
export {
  countOpenOperations,
  findLatestOperation,
  findOperation,
  isDriven,
  listAttempts,
  listConflicts,
  listDue,
  lockOperation,
  type OperationRow,
} from './store.ts'
export { type UndecidedCode, undecidedCode } from './undecided.ts'
export { waitForOperation } from './wait-for-operation.ts'
