import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** The money of a round: its debit and its refund (money protocol §3 and §4). A held box is kept like a settled one. */

const money = (operation: string) => sql.raw(`concat_ws(' ', ${operation}.amount_minor, ${operation}.currency)`)

const paid = byQuery(
  'A settled or held round was paid by an accepted debit of its bet, by the operator, or with items.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.funding = 'operator' and d.operation_id is not null then 'the operator paid, and a debit was accepted'
        when r.funding = 'operator' or r.mode = 'items' then null
        when d.operation_id is null then 'no debit of it was accepted'
        when (d.amount_minor, d.currency, d.player_id) <> (r.bet_minor, r.currency, r.player_id)
          then 'its bet is ' || concat_ws(' ', r.bet_minor, r.currency) || ' of player ' || r.player_id
            || ', its debit ' || ${money('d')} || ' of player ' || d.player_id
      end as detail
    from rounds r
    left join wallet_operations d on d.operator_id = r.operator_id and d.idempotency_key = 'round:' || r.public_id
      and d.state = 'accepted'
    where r.state in ('settled', 'held', 'cancelling', 'disputed')`,
)

/** Refunds that were not given up. */
const refundsInForce = sql`
  select operator_id, subject_id, string_agg(operation_id || ' ' || state, ', ') as operations
  from wallet_operations where kind = 'round_refund' and state not in ('refused', 'never_sent')
  group by operator_id, subject_id`

const keptIsNotRefunded = byQuery(
  'A settled or held round is not refunded.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      'it is ' || r.state || ', and refunded by operation ' || f.operations as detail
    from rounds r left join (${refundsInForce}) f on f.operator_id = r.operator_id and f.subject_id = r.public_id
    where r.state in ('settled', 'held')`,
)

const debitHasItsEnd = byQuery(
  'An accepted debit of a round is kept, refunded, or its refund is under way.',
  sql`
    select d.operator_id, 'operation ' || d.operation_id as subject,
      case
        when r.round_id is null then 'there is no round ' || d.subject_id
        when r.state in ('settled', 'held', 'cancelling') then null
        when r.state = 'disputed' and f.conflicts then null
        when r.state = 'refunding' and f.operations is not null then null
        when r.state = 'voided' and f.accepted then null
        else 'round ' || r.public_id || ' is ' || r.state || ', with ' || coalesce('refund ' || f.operations, 'no refund')
      end as detail
    from wallet_operations d
    left join rounds r on r.operator_id = d.operator_id and r.public_id = d.subject_id
    left join (
      select operator_id, subject_id, bool_or(state = 'accepted') as accepted, bool_or(state = 'conflict') as conflicts,
        string_agg(operation_id || ' ' || state, ', ') as operations
      from wallet_operations where kind = 'round_refund' group by operator_id, subject_id
    ) f on f.operator_id = d.operator_id and f.subject_id = d.subject_id
    where d.kind = 'round_debit' and d.state = 'accepted'`,
)

const refundReturnsDebit = byQuery(
  'A refund of a round returns an accepted debit of the same player, amount and currency.',
  sql`
    select f.operator_id, 'operation ' || f.operation_id as subject,
      case
        when d.operation_id is null then 'no debit of round ' || f.subject_id || ' was accepted'
        when (d.amount_minor, d.currency, d.player_id) <> (f.amount_minor, f.currency, f.player_id)
          then 'it returns ' || ${money('f')} || ' to player ' || f.player_id || ', the debit took ' || ${money('d')}
            || ' from player ' || d.player_id
      end as detail
    from wallet_operations f
    left join wallet_operations d on d.operator_id = f.operator_id and d.idempotency_key = 'round:' || f.subject_id
      and d.state = 'accepted'
    where f.kind = 'round_refund'`,
)

const refundIsShown = byQuery(
  'A voided round, and no other, says what an accepted refund returned.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when (r.refunded_minor is null) <> (r.refunded_at is null) then 'it says half of its refund'
        when r.refunded_minor is not null and r.state <> 'voided' then 'it is ' || r.state || ', and says it is refunded'
        when r.refunded_minor is distinct from f.amount_minor
          and not (r.funding = 'operator' and f.operation_id is null and r.refunded_minor = 0)
          then 'it says that ' || coalesce(r.refunded_minor::text, 'nothing') || ' went back, the wallet took '
            || coalesce(f.amount_minor::text, 'nothing')
      end as detail
    from rounds r
    left join wallet_operations f on f.operator_id = r.operator_id
      and f.idempotency_key = 'refund:round:' || r.public_id and f.state = 'accepted'`,
)

export const roundsInvariants: readonly Invariant[] = [
  paid,
  keptIsNotRefunded,
  debitHasItsEnd,
  refundReturnsDebit,
  refundIsShown,
]
