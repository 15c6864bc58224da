import type { Balance } from '../../wallet/index.ts'

/** A balance where a wallet that fails is no error: both fields are null then. */
export function viewBalance(balance: Balance): { balanceMinor: number | null; balanceFetchedAt: string | null } {
  if (balance.kind !== 'ok') return { balanceMinor: null, balanceFetchedAt: null }
  return { balanceMinor: balance.balanceMinor, balanceFetchedAt: balance.at.toISOString() }
}
