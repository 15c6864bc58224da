export { type ClockWatch, OWNED_CLOCK, watchClock } from './clock-skew.ts'
export * from './config.ts'
export type { Context } from './context.ts'
export * from './database.ts'
export { DATABASE_SETTINGS } from './database-config.ts'
export { type DocumentStore, DocumentStoreUnavailable } from './document-store.ts'
export { makeDocumentStore } from './documents.ts'
export { type HttpClient, type HttpReply, type HttpRequest, makeHttpClient } from './http-client.ts'
export { type ListenPlace, listenProblem, StartProblem, type WebRequest, type WebServer } from './http-server.ts'
export { type CreatedWithin, idsOfPeriod } from './ids-of-period.ts'
export { type IdSource, idsOfSources } from './ids-of-sources.ts'
export { beyondCursor, type OrderTerm, orderBy } from './keyset.ts'
export { assertNotLocked, inLockOrder, LOCK_ORDER } from './lock-order.ts'
export { type Alerts, type Log, LogOutput, makeAlerts, makeLog, strangerLine } from './log.ts'
export { databasePlace, derivedLogins, isTurnedAway, type Logins, loginsOf } from './logins.ts'
export { lookTogether } from './look-together.ts'
export { askFor, lookup, many, takeId, write } from './many.ts'
export { makeMasterKey, masterKeysOf } from './master-key.ts'
export { type MergedList, readMerged } from './merged-read.ts'
export { type Metrics, makeMetrics, serveMetrics } from './metrics.ts'
export * from './migrate.ts'
export { inTime, isDatabaseBehind, isDatabaseGone, outageOf, reportFailure, watchOutages } from './outage.ts'
export { savedUrlFault, urlFault } from './outbound-guard.ts'
export { upsertPulse } from './pulse-store.ts'
export { parseQuery, type Query } from './query-parser.ts'
export * from './sealed-column.ts'
export * from './sealing.ts'
export {
  findSealing,
  insertSealing,
  listSealed,
  lockFirstSealing,
  lockSealing,
  replaceSealed,
  type SealedValue,
  type SealingRow,
  sealedParts,
  updateSealing,
} from './sealing-store.ts'
export { canonicalEnvelope, envelopeHeaders, sameText, signEnvelope, timestampOf } from './signing.ts'
export { beginSnapshot } from './snapshot.ts'
export { systemClock, systemRandom } from './system.ts'
export { listKnownHashes, tokenHash } from './token-hash.ts'
export { isInTransaction, isLockTimeout, type Sharing, violates, type Work } from './transaction.ts'
export { operatorTransaction, systemStatements, systemTransaction } from './transactions.ts'
