import type { Limits } from '../../service/src/kernel/index.ts'

/**
 * The times of the money protocol, shortened together: a call is over before its lease, an attempt is dead after the longest
 * delay of the wallet below, and a round is given up after that. A stall may cut a healthy call, which the protocol allows.
 */
export const FAST_LIMITS: Partial<Limits> = {
  walletCallMs: 3_000,
  walletConnectMs: 2_500,
  attemptSendMs: 1_500,
  operationLeaseMs: 5_000,
  balanceWaitMs: 2_500,
  waiterPollMs: 30,
  breakerProbeMs: 100,
  resolverIntervalMs: 100,
  resolverUnitMs: 100,
  undecidedRetrySeconds: 1,
  /** Less than the longest stop of a process: what it holds in the database is taken from it. */
  statementMs: 5_000,
  databaseSilenceMs: 3_000,
}

/** The longest freeze of a service process, which outlasts its leases. */
export const LONGEST_FREEZE_MS = 8_000

/**
 * Longer than a call, so that answers come too late, and 12 s less than the quarantine below: a wallet process that is stalled for longer
 * breaks the protocol's promise to us.
 */
export const LONGEST_WALLET_DELAY_MS = 8_000

export const FAST_SETTINGS = {
  enabledGames: ['mystery_box', 'upgrader'],
  'wallet.quarantineSeconds': 20,
  'wallet.giveUpSeconds': 21,
  'shipping.defaultCostMinor': 300,
  'rateLimits.playPerSecond': 1_000,
  'rateLimits.playBurst': 1_000,
  'rateLimits.opensPerSecond': 1_000,
  'rateLimits.opensBurst': 1_000,
  'rateLimits.backendPerSecond': 1_000,
  'rateLimits.backendBurst': 1_000,
}
