import type { DatabaseSync } from 'node:sqlite'
import { openSqlite, type Shelf } from '../sqlite.ts'

/** The ledger can only grow: its triggers refuse every change, so a balance can always be added up from it. */
const SCHEMA = `
  create table if not exists players (
    operator text not null,
    external_id text not null,
    blocked integer not null default 0 check (blocked in (0, 1)),
    opened_at text not null,
    primary key (operator, external_id)
  ) strict, without rowid;

  create table if not exists balances (
    operator text not null,
    player text not null,
    currency text not null,
    balance_minor integer not null check (balance_minor >= 0),
    primary key (operator, player, currency),
    foreign key (operator, player) references players (operator, external_id)
  ) strict, without rowid;

  create table if not exists ledger (
    id integer primary key autoincrement,
    operator text not null,
    player text not null,
    type text not null check (type in ('opening', 'debit', 'credit', 'top_up', 'adjustment')),
    amount_minor integer not null,
    currency text not null,
    balance_after_minor integer not null,
    idempotency_key text,
    reference text,
    provider_txn_ref text not null,
    occurred_at text not null,
    asked_at text,
    copy integer not null default 0,
    foreign key (operator, player, currency) references balances (operator, player, currency)
  ) strict;

  create table if not exists refusals (
    operator text not null,
    idempotency_key text not null,
    error_code text,
    occurred_at text not null,
    primary key (operator, idempotency_key)
  ) strict, without rowid;

  create index if not exists ledger_by_player on ledger (operator, player, id);

  create trigger if not exists ledger_never_changes before update on ledger
  begin select raise(abort, 'the ledger never changes'); end;
  create trigger if not exists ledger_never_shrinks before delete on ledger
  begin select raise(abort, 'the ledger never shrinks'); end;
`

/** A key moves money once; only a wallet that is broken on purpose numbers further copies. */
const ONE_MOVEMENT = `
  drop index if exists ledger_key_once;
  create unique index if not exists ledger_copy_once on ledger (operator, idempotency_key, copy);
`

/** What ledgers of earlier versions do not have. */
const LATER_COLUMNS = { asked_at: 'text', copy: 'integer not null default 0' }

/** Opens the wallet's own database, `wallet.sqlite` in a folder, or one in memory. */
export function openDatabase(shelf: Shelf): DatabaseSync {
  const database = openSqlite(shelf, 'wallet')
  database.exec(SCHEMA)
  addLaterColumns(database)
  database.exec(ONE_MOVEMENT)
  return database
}

function addLaterColumns(database: DatabaseSync): void {
  const known = database.prepare("select name from pragma_table_info('ledger')").all()
  for (const [name, type] of Object.entries(LATER_COLUMNS)) {
    if (!known.some((column) => column.name === name)) database.exec(`alter table ledger add column ${name} ${type}`)
  }
}
