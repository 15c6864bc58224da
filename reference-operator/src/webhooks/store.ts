import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openSqlite, type Shelf } from '../sqlite.ts'
import type { Arrival, ArrivalDetail } from './arrival.ts'
import { KYC_SCHEMA, kycStatements } from './kyc-store.ts'
import { ORDERS_SCHEMA, orderStatements } from './order-store.ts'

/** Arrivals are a window on the last ones; a key is kept for ever, for a delivery may be replayed at any time. */
const SCHEMA = `
  create table if not exists arrivals (
    arrival_id integer primary key autoincrement,
    operator text not null,
    arrived_at text not null,
    delivery_id text,
    type text,
    player text,
    idempotency_key text,
    standard text not null,
    envelope text not null,
    verdict text not null check (verdict in ('first', 'duplicate', 'refused', 'dropped')),
    fault text,
    status integer,
    ended_at text,
    path text not null,
    headers text not null,
    body text not null,
    canonical text
  ) strict;

  create index if not exists arrivals_by_operator on arrivals (operator, arrival_id);

  create table if not exists taken_keys (
    operator text not null,
    idempotency_key text not null,
    taken_at text not null,
    primary key (operator, idempotency_key)
  ) strict, without rowid;
`

/** Whoever waited for an answer when the process ended waits no more. */
const END_LEFT_OVERS = 'update arrivals set ended_at = arrived_at where ended_at is null'

const KEPT_ARRIVALS = 200

const ROW = `arrival_id as arrivalId, arrived_at as arrivedAt, delivery_id as deliveryId, type, player,
  idempotency_key as idempotencyKey, standard, envelope, verdict, fault, status, ended_at as endedAt`

export type Store = ReturnType<typeof openStore>
export type NewArrival = Omit<ArrivalDetail, 'arrivalId'>

/** The webhook receiver's own database: beside the wallet's, so that the wallet's books stay the wallet's. */
export function openStore(shelf: Shelf) {
  const database = openSqlite(shelf, 'webhooks')
  database.exec(SCHEMA)
  database.exec(ORDERS_SCHEMA)
  database.exec(KYC_SCHEMA)
  database.exec(END_LEFT_OVERS)
  return {
    ...arrivalStatements(database),
    ...keyStatements(database),
    ...orderStatements(database),
    ...kycStatements(database),
    /** Does all of a piece of work, or nothing. */
    atOnce: <T>(work: () => T): T => inTransaction(database, work),
    /** Again is no change. */
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

function arrivalStatements(database: DatabaseSync) {
  const insert = database.prepare(
    `insert into arrivals (operator, arrived_at, delivery_id, type, player, idempotency_key, standard, envelope, verdict,
       fault, status, ended_at, path, headers, body, canonical)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning arrival_id as arrivalId`,
  )
  const prune = database.prepare(
    `delete from arrivals where operator = ? and arrival_id <=
       (select arrival_id from arrivals where operator = ? order by arrival_id desc limit 1 offset ?)`,
  )
  const markEnd = database.prepare('update arrivals set status = ?, ended_at = ? where arrival_id = ?')
  const list = database.prepare(`select ${ROW} from arrivals where operator = ? order by arrival_id desc`)
  const find = database.prepare(
    `select ${ROW}, path, headers, body, canonical from arrivals where operator = ? and arrival_id = ?`,
  )
  return {
    /** Keeps the newest 200 of the operator. Returns the id. */
    insertArrival(operator: string, arrival: NewArrival): number {
      const { arrivedAt, deliveryId, type, player, idempotencyKey, standard, envelope, verdict } = arrival
      const { fault, status, endedAt, path, headers, body, canonical } = arrival
      const said = [arrivedAt, deliveryId, type, player, idempotencyKey, standard, envelope, verdict] as const
      const came = [path, JSON.stringify(headers), body, canonical] as const
      const { arrivalId } = insert.get(operator, ...said, fault, status, endedAt, ...came) as { arrivalId: number }
      prune.run(operator, operator, KEPT_ARRIVALS)
      return arrivalId
    },
    markEnd(arrivalId: number, status: number | null, endedAt: string): void {
      markEnd.run(status, endedAt, arrivalId)
    },
    /** Newest first, without what came. */
    listArrivals(operator: string): Arrival[] {
      return list.all(operator).map((row) => ({ ...row }) as Arrival)
    },
    findArrival(operator: string, arrivalId: number): ArrivalDetail | null {
      const row = find.get(operator, arrivalId)
      return row ? ({ ...row, headers: JSON.parse(row.headers as string) } as ArrivalDetail) : null
    },
  }
}

function keyStatements(database: DatabaseSync) {
  const insert = database.prepare(
    'insert into taken_keys (operator, idempotency_key, taken_at) values (?, ?, ?) on conflict do nothing',
  )
  return {
    /** Uses a key up: `first` for one that was never taken. */
    takeKey(operator: string, idempotencyKey: string, takenAt: string): 'first' | 'duplicate' {
      return insert.run(operator, idempotencyKey, takenAt).changes === 1 ? 'first' : 'duplicate'
    },
  }
}
