import type { Limits } from '../../service/src/kernel/index.ts'

/**
 * The times of the money protocol, shortened together: a call is over before its lease, an attempt is dead after the longest
 * delay of the wallet below, and a round is given up after that.
 */
export const FAST_LIMITS: Partial<Limits> = {
  walletCallMs: 600,
  walletConnectMs: 500,
  attemptSendMs: 300,
  operationLeaseMs: 1_000,
  balanceWaitMs: 500,
  waiterPollMs: 30,
  breakerProbeMs: 100,
  resolverIntervalMs: 100,
  resolverUnitMs: 100,
  undecidedRetrySeconds: 1,
  /** Less than the longest stop of a process: what it holds in the database is taken from it. */
  statementMs: 3_000,
  databaseSilenceMs: 1_000,
}

/** Less than the quarantine below, with room for a slow machine: a wallet that is slower breaks the protocol's promise to us. */
export const LONGEST_WALLET_DELAY_MS = 2_000

export const FAST_SETTINGS = {
  enabledGames: ['mystery_box', 'upgrader'],
  'wallet.quarantineSeconds': 3,
  'wallet.giveUpSeconds': 4,
  'shipping.defaultCostMinor': 300,
  'rateLimits.playPerSecond': 1_000,
  'rateLimits.playBurst': 1_000,
  'rateLimits.opensPerSecond': 1_000,
  'rateLimits.opensBurst': 1_000,
  'rateLimits.backendPerSecond': 1_000,
  'rateLimits.backendBurst': 1_000,
}
