import type { WalletCallRecord } from './call-log.ts'
import type { Ledger } from './ledger.ts'
import type { FaultRule, SeenCall } from './rules.ts'
import type { Balance, LedgerEntry, Player } from './store.ts'
import type { WalletKind, Weather } from './weather.ts'

/** The casino's own hand on its players' money, for its site and for tests. Amounts in minor units. */
export type WalletControls = {
  /** Consulted at every call; empty for a wallet that keeps its word. */
  readonly faults: FaultRule[]
  /** Told of every call that arrives, before it is checked. */
  onCall?: ((call: SeenCall) => void) | undefined
  /** What sort of wallet the operator has; a proper one that remembers accepted answers, unless it was set. */
  kind(slug: string): WalletKind
  setKind(slug: string, kind: Partial<WalletKind>): void
  /** The last 200 calls, oldest first. */
  calls(slug: string): WalletCallRecord[]
  /** Lets every call that a fault holds back go on at once. Resolves to their number when they are decided. */
  endWaits(): Promise<number>
  /** Oldest first. */
  ledger(slug: string, player?: string): LedgerEntry[]
  /** Null for a player or a currency that was never opened. */
  balance(slug: string, player: string, currency: string): number | null
  balances(slug: string, player: string): Balance[]
  player(slug: string, player: string): Player | null
  /** Opens a player, or a further currency, with the demo balance. Again is no change. Returns the balance. */
  openPlayer(slug: string, player: string, currency: string): number
  /** Sets a balance, through an entry of the difference. Throws RangeError for what is no balance. */
  setBalance(slug: string, player: string, currency: string, balanceMinor: number): void
  /** Throws RangeError when the amount is not positive or the balance leaves the safe integers. */
  topUp(slug: string, player: string, currency: string, amountMinor: number): LedgerEntry
  setBlocked(slug: string, player: string, blocked: boolean): void
}

export function walletControls(ledger: Ledger, weather: Weather, currencyOf: (slug: string) => string): WalletControls {
  const own = (type: 'top_up' | 'adjustment', currency: string, amountMinor: number) => {
    return { type, currency, amountMinor, idempotencyKey: null, reference: null }
  }
  return {
    faults: weather.rules,
    kind: (operator) => ({ ...weather.kind(operator) }),
    setKind: (operator, kind) => weather.setKind(operator, kind),
    calls: (operator) => weather.calls.list(operator),
    endWaits: () => weather.waits.endAll(),
    ledger: (operator, player) => ledger.listEntries(operator, player),
    balance: (operator, player, currency) => ledger.findBalance({ operator, player }, currency),
    balances: (operator, player) => ledger.listBalances({ operator, player }),
    player: (operator, player) => ledger.findPlayer({ operator, player }),
    openPlayer: (operator, player, currency) =>
      ledger.transaction(() => ledger.openBalance({ operator, player }, currency)),
    setBalance: (operator, player, currency, balanceMinor) =>
      ledger.transaction(() => {
        const difference = balanceMinor - ledger.openBalance({ operator, player }, currency)
        if (difference !== 0) ledger.move({ operator, player }, own('adjustment', currency, difference))
      }),
    topUp: (operator, player, currency, amountMinor) =>
      ledger.transaction(() => {
        if (!Number.isSafeInteger(amountMinor) || amountMinor < 1) throw new RangeError('not an amount')
        ledger.openBalance({ operator, player }, currency)
        return ledger.move({ operator, player }, own('top_up', currency, amountMinor))
      }),
    setBlocked: (operator, player, blocked) =>
      ledger.transaction(() => {
        ledger.openBalance({ operator, player }, currencyOf(operator))
        ledger.markBlocked({ operator, player }, blocked)
      }),
  }
}
