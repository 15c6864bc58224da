import type { DatabaseSync } from 'node:sqlite'
import type { WalletReference } from '@coffer/operator-sdk'

export type EntryType = 'opening' | 'debit' | 'credit' | 'top_up' | 'adjustment'

/** One accepted movement. Opening, debits, credits, top-ups and adjustments of a balance add up to it. */
export type LedgerEntry = {
  id: number
  operator: string
  player: string
  type: EntryType
  /** Signed: negative when money left the player. */
  amountMinor: number
  currency: string
  balanceAfterMinor: number
  /** Null for what the casino itself did. */
  idempotencyKey: string | null
  reference: WalletReference | null
  providerTxnRef: string
  /** ISO 8601, UTC. */
  occurredAt: string
}

export type Player = { externalId: string; blocked: boolean; openedAt: string }
export type Balance = { currency: string; balanceMinor: number }
type Row = Record<string, unknown>

const ENTRY = `id, operator, player, type, amount_minor as amountMinor, currency, balance_after_minor as balanceAfterMinor,
  idempotency_key as idempotencyKey, reference, provider_txn_ref as providerTxnRef, occurred_at as occurredAt`

export type Store = ReturnType<typeof createStore>

/** The statements of the wallet's database. */
export function createStore(database: DatabaseSync) {
  const findPlayer = database.prepare(
    'select external_id as externalId, blocked, opened_at as openedAt from players where operator = ? and external_id = ?',
  )
  const insertPlayer = database.prepare('insert into players (operator, external_id, opened_at) values (?, ?, ?)')
  const markBlocked = database.prepare('update players set blocked = ? where operator = ? and external_id = ?')
  const findBalance = database.prepare(
    'select balance_minor as balanceMinor from balances where operator = ? and player = ? and currency = ?',
  )
  const listBalances = database.prepare(
    'select currency, balance_minor as balanceMinor from balances where operator = ? and player = ? order by currency',
  )
  const putBalance = database.prepare(
    `insert into balances (operator, player, currency, balance_minor) values (?, ?, ?, ?)
     on conflict do update set balance_minor = excluded.balance_minor`,
  )
  const findByKey = database.prepare(`select ${ENTRY} from ledger where operator = ? and idempotency_key = ?`)
  const listEntries = database.prepare(`select ${ENTRY} from ledger where operator = ? and id > ? order by id`)
  const listOfPlayer = database.prepare(
    `select * from (select ${ENTRY} from ledger where operator = ? and player = ? and id > ? order by id desc limit ?)
     order by id`,
  )
  const insertEntry = database.prepare(
    `insert into ledger (operator, player, type, amount_minor, currency, balance_after_minor, idempotency_key, reference,
       provider_txn_ref, occurred_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning ${ENTRY}`,
  )
  return {
    findPlayer(operator: string, player: string): Player | null {
      const row = findPlayer.get(operator, player) as Row | undefined
      return row ? ({ ...row, blocked: row.blocked === 1 } as Player) : null
    },
    insertPlayer(operator: string, player: string, openedAt: string): void {
      insertPlayer.run(operator, player, openedAt)
    },
    markBlocked(operator: string, player: string, blocked: boolean): void {
      markBlocked.run(blocked ? 1 : 0, operator, player)
    },
    findBalance(operator: string, player: string, currency: string): number | null {
      const row = findBalance.get(operator, player, currency) as Row | undefined
      return row ? (row.balanceMinor as number) : null
    },
    listBalances(operator: string, player: string): Balance[] {
      return listBalances.all(operator, player).map((row) => ({ ...row }) as Balance)
    },
    putBalance(operator: string, player: string, currency: string, balanceMinor: number): void {
      putBalance.run(operator, player, currency, balanceMinor)
    },
    findByKey(operator: string, idempotencyKey: string): LedgerEntry | null {
      const row = findByKey.get(operator, idempotencyKey) as Row | undefined
      return row ? entryOf(row) : null
    },
    /** Oldest first; of one player the newest `limit` after an id. */
    listEntries(operator: string, player?: string, afterId = 0, limit = -1): LedgerEntry[] {
      const rows =
        player === undefined ? listEntries.all(operator, afterId) : listOfPlayer.all(operator, player, afterId, limit)
      return (rows as Row[]).map(entryOf)
    },
    insertEntry(entry: Omit<LedgerEntry, 'id'>): LedgerEntry {
      const reference = entry.reference && JSON.stringify(entry.reference)
      const { operator, player, type, amountMinor, currency, balanceAfterMinor } = entry
      const { idempotencyKey, providerTxnRef, occurredAt } = entry
      const money = [operator, player, type, amountMinor, currency, balanceAfterMinor] as const
      return entryOf(insertEntry.get(...money, idempotencyKey, reference, providerTxnRef, occurredAt) as Row)
    },
  }
}

function entryOf(row: Row): LedgerEntry {
  return { ...row, reference: row.reference && JSON.parse(row.reference as string) } as LedgerEntry
}
