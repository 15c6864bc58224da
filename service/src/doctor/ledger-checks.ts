import { sql } from 'kysely'
import type { Reading } from './invariant.ts'
import { eachRow } from './store.ts'

/** An operation as it is compared with the wallet's books; the amount is signed like theirs. */
export type ComparedOperation = {
  operation_id: number
  idempotency_key: string
  state: 'open' | 'accepted' | 'refused' | 'never_sent' | 'parked' | 'conflict'
  player: string
  amount_minor: number
  currency: string
}

/** Hands over every operation of one operator. */
export function eachOperation(reading: Reading, take: (operation: ComparedOperation) => void): Promise<void> {
  return eachRow(
    reading,
    sql<ComparedOperation>`
      select o.operator_id, o.operation_id, o.idempotency_key, o.state, o.player_external_id as player,
        case o.direction when 'debit' then -o.amount_minor else o.amount_minor end as amount_minor, o.currency
      from wallet_operations o`,
    take,
  )
}
