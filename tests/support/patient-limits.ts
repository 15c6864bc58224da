import type { Limits } from '@coffer/service/kernel'

/**
 * The limits that run on real time: those of the database's connections, and undici's own for connecting. A test world has them so long that
 * no busy machine reaches one. Its clock is not the database's, which keeps no process from being ready. A test of one of them sets its own.
 */
export const PATIENT_LIMITS = {
  ...{ statementMs: 120_000, databaseSilenceMs: 60_000, databaseWaitMs: 120_000, databaseConnectMs: 60_000 },
  walletUrlLockMs: 120_000,
  ...{ readyMs: 60_000, readySilenceMs: 20_000, walletConnectMs: 60_000, clockSkewMs: 600_000 },
} as const satisfies Partial<Limits>
