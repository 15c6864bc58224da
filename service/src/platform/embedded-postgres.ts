export { DatabaseBusy } from './embedded-postgres/busy.ts'
export { findHolder, type LockHolder, takeLock } from './embedded-postgres/lock.ts'
export { hasCluster } from './embedded-postgres/place.ts'
export { findProcess, isSameProcess, waitUntilGone } from './embedded-postgres/processes.ts'
export { findRunning } from './embedded-postgres/running.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres/start.ts'
export { type DatabaseChoice, withDatabase } from './embedded-postgres/with-database.ts'
