import { z } from 'zod'

/** One accepted movement, as the wallet of an operator wrote it down. */
export type LedgerEntry = {
  player: string
  /** `debit` and `credit` are calls of ours; anything else is the casino's own doing. */
  type: string
  /** Signed: negative when money left the player. */
  amountMinor: number
  currency: string
  /** Null for what the casino itself did. */
  idempotencyKey: string | null
}

/** What the wallet of one operator says at one moment. `balances` may leave players out. */
export type WalletLedger = {
  entries: readonly LedgerEntry[]
  balances: readonly { player: string; currency: string; balanceMinor: number }[]
}

/** Reads a wallet's own books. Asked before and after the database is read. */
export type WalletLedgerReader = (slug: string) => WalletLedger | Promise<WalletLedger>

/** `read` answers without an entry for an operator that the file does not name: whatever was accepted of it is missing then. */
export type ExportedLedger = { operators: ReadonlySet<string>; read: WalletLedgerReader }

const KEY_OF_OURS = /^(round|refund:round|cashback:inventory|shipping:player|shipping:refund):/

/** Whether an entry was made by a call of ours, by the form of its key. */
export function isOurs(entry: LedgerEntry): entry is LedgerEntry & { idempotencyKey: string } {
  return entry.idempotencyKey !== null && KEY_OF_OURS.test(entry.idempotencyKey)
}

const exportedEntry = z.object({
  operator: z.string(),
  player: z.string(),
  type: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  idempotencyKey: z.string().nullish(),
  balanceAfterMinor: z.int().nullish(),
})

/**
 * Reads a ledger that operators exported, oldest entry first: an array of `{operator, player, type, amountMinor, currency,
 * idempotencyKey, balanceAfterMinor?}`. The amount of a debit may have either sign. Throws ZodError for anything else.
 */
export function readExportedLedger(exported: unknown): ExportedLedger {
  const byOperator = Map.groupBy(z.array(exportedEntry).parse(exported), ({ operator }) => operator)
  const read = (slug: string): WalletLedger => {
    const rows = byOperator.get(slug) ?? []
    const last = new Map(rows.map((row) => [`${row.player} ${row.currency}`, row]))
    return {
      entries: rows.map((row) => ({
        ...row,
        amountMinor: signed(row.type, row.amountMinor),
        idempotencyKey: row.idempotencyKey ?? null,
      })),
      balances: [...last.values()].flatMap(({ player, currency, balanceAfterMinor }) =>
        typeof balanceAfterMinor === 'number' ? [{ player, currency, balanceMinor: balanceAfterMinor }] : [],
      ),
    }
  }
  return { operators: new Set(byOperator.keys()), read }
}

function signed(type: string, amountMinor: number): number {
  if (type !== 'debit' && type !== 'credit') return amountMinor
  return type === 'debit' ? 0 - Math.abs(amountMinor) : Math.abs(amountMinor)
}
