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
  /** When the call came whose money this is; null for what the casino itself did. ISO 8601, UTC. */
  askedAt: string | null
  /** When the money moved, which a wallet in bad weather does late. ISO 8601, UTC. */
  occurredAt: string
  /** 0 for the first movement of a key, and there is no other but in a wallet that is broken on purpose. */
  copy: number
}

export type Player = { externalId: string; blocked: boolean; openedAt: string }
export type Balance = { currency: string; balanceMinor: number }
type Row = Record<string, unknown>

const ENTRY = `id, operator, player, type, amount_minor as amountMinor, currency, balance_after_minor as balanceAfterMinor,
  idempotency_key as idempotencyKey, reference, provider_txn_ref as providerTxnRef, asked_at as askedAt,
  occurred_at as occurredAt, copy`

export type Store = ReturnType<typeof createStore>

/** The statements of the wallet's database. */
export function createStore(database: DatabaseSync) {
  return { ...playerStatements(database), ...ledgerStatements(database), ...refusalStatements(database) }
}

function playerStatements(database: DatabaseSync) {
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
  }
}

function ledgerStatements(database: DatabaseSync) {
  const findByKey = database.prepare(
    `select ${ENTRY} from ledger where operator = ? and idempotency_key = ? order by copy limit 1`,
  )
  const countByKey = database.prepare('select count(*) as count from ledger where operator = ? and idempotency_key = ?')
  const listEntries = database.prepare(`select ${ENTRY} from ledger where operator = ? and id > ? order by id`)
  const listOfPlayer = database.prepare(
    `select * from (select ${ENTRY} from ledger where operator = ? and player = ? and id > ? order by id desc limit ?)
     order by id`,
  )
  const insertEntry = database.prepare(
    `insert into ledger (operator, player, type, amount_minor, currency, balance_after_minor, idempotency_key, reference,
       provider_txn_ref, asked_at, occurred_at, copy) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning ${ENTRY}`,
  )
  return {
    findByKey(operator: string, idempotencyKey: string): LedgerEntry | null {
      const row = findByKey.get(operator, idempotencyKey) as Row | undefined
      return row ? entryOf(row) : null
    },
    countByKey(operator: string, idempotencyKey: string): number {
      return (countByKey.get(operator, idempotencyKey) as Row).count as number
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
      const { idempotencyKey, providerTxnRef, askedAt, occurredAt, copy } = entry
      const money = [operator, player, type, amountMinor, currency, balanceAfterMinor] as const
      const moment = [askedAt, occurredAt, copy] as const
      return entryOf(insertEntry.get(...money, idempotencyKey, reference, providerTxnRef, ...moment) as Row)
    },
  }
}

function refusalStatements(database: DatabaseSync) {
  const findRefusal = database.prepare(
    'select error_code as errorCode from refusals where operator = ? and idempotency_key = ?',
  )
  const insertRefusal = database.prepare(
    `insert into refusals (operator, idempotency_key, error_code, occurred_at) values (?, ?, ?, ?)
     on conflict do nothing`,
  )
  return {
    findRefusal(operator: string, idempotencyKey: string): { errorCode: string | null } | null {
      const row = findRefusal.get(operator, idempotencyKey) as Row | undefined
      return row ? { errorCode: row.errorCode as string | null } : null
    },
    insertRefusal(operator: string, idempotencyKey: string, errorCode: string | null, occurredAt: string): void {
      insertRefusal.run(operator, idempotencyKey, errorCode, occurredAt)
    },
  }
}

function entryOf(row: Row): LedgerEntry {
  return { ...row, reference: row.reference && JSON.parse(row.reference as string) } as LedgerEntry
}
