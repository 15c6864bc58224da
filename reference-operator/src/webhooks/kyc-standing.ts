import type { KycCopy } from './kyc-store.ts'

/**
 * How a player stands with their casino. `asked`: verified, but the casino wants them to do it once more. `again`: turned down, and they may
 * try again. `refused`: turned down for good.
 */
export type Standing = 'none' | 'started' | 'reviewing' | 'verified' | 'asked' | 'again' | 'refused'

/** Newest first. `asked` is the verification that the casino itself has asked the player for. */
export function standingOf(copies: readonly KycCopy[], asked: number | null): Standing {
  const [newest] = copies
  if (!newest) return 'none'
  if (newest.status === 'SUBMITTED') return 'reviewing'
  if (newest.status === 'CONFIRMED') return 'verified'
  if (newest.status === 'REJECTED') return newest.retryable ? 'again' : 'refused'
  // Whoever was verified stays so while another verification is open. Of one that staff wants, a player hears only from the casino.
  const decided = copies.find(({ verdict }) => verdict !== null)
  if (decided?.verdict !== 'confirmed') return 'started'
  return asked === newest.requestId ? 'asked' : 'verified'
}
