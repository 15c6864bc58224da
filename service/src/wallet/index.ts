export type { UndecidedCode } from './attempt-history.ts'
export { type CallRow, listAttempts, listCalls } from './attempt-store.ts'
export type { Begun, End, Flow, PaidAction, Reply, Sending } from './flow.ts'
export { appendHistory, type HistoryEntry, placeAllHistory, placeHistory, placeOfNow } from './history.ts'
export {
  type HistoryFilter,
  listFeedHeads,
  listPlacedEntries,
  type Moved,
  type PlacedEntry,
  sumHistoryAfter,
  sumHistoryByAge,
} from './history-store.ts'
export {
  type Attempt,
  type Movement,
  type OperationState,
  type Outcome,
  refusalOf,
  type Verdict,
} from './operation.ts'
export { driveAttempt, runPaidAction, sharingOfStep } from './paid-action.ts'
export { type Balance, type BalanceReader, readBalance, readBalanceNow } from './read-balance.ts'
export { readWalletHealth } from './read-health.ts'
export { readHistory, readUnresolved } from './read-history.ts'
export {
  beginOperation,
  type PreparedOperation,
  prepareOperation,
  queueOperation,
  refuseTooManyUnknown,
} from './record-attempt.ts'
export { type Flows, resolveOperation } from './resolve-operation.ts'
export {
  countUndecided,
  findLatestOperation,
  findOperation,
  isDriven,
  isOpen,
  listConflicts,
  listDue,
  listOperations,
  lockOperation,
  type OperationRow,
} from './store.ts'
