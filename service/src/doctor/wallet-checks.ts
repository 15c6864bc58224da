import { OPERATIONS } from '@coffer/contract/keys'
import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Wallet operations and their attempts (money protocol §1 and §2). */

const oneLivePerKey = byQuery(
  'A key has at most one operation that is not closed as refused, never sent or in conflict.',
  sql`
    select operator_id, 'key ' || idempotency_key as subject,
      case when count(*) > 1 then 'operations ' || string_agg(operation_id || ' ' || state, ', ') end as detail
    from wallet_operations where state not in ('refused', 'never_sent', 'conflict')
    group by operator_id, idempotency_key`,
)

/** A fee is an event of its own for each intent: the hash of operator, player and order, as one JSON text. */
const feeHash = sql`encode(sha256(convert_to(
  '[' || operator_id || ',' || to_json(player_external_id) || ',' || to_json(subject_id) || ']', 'UTF8')), 'hex')`

/** What the direction and the key of an operation of its kind begin with. */
const beginsOfKind = sql`case kind ${sql.join(
  Object.entries(OPERATIONS).map(
    ([kind, { direction, keyBegins }]) => sql`when ${sql.lit(kind)} then ${sql.lit(`${direction} ${keyBegins}`)}`,
  ),
  sql` `,
)} end`

const keyNamesEvent = byQuery(
  'The key and the direction of an operation are those of its kind and subject.',
  sql`
    select operator_id, 'operation ' || operation_id as subject,
      case when direction || ' ' || idempotency_key <> ${beginsOfKind} || case kind when 'shipping_debit' then ${feeHash} else subject_id end
        then 'a ' || kind || ' of ' || subject_id || ' is a ' || direction || ' with the key ' || idempotency_key end as detail
    from wallet_operations`,
)

const frozenBody = byQuery(
  'The frozen body of an operation asks for what its row says.',
  sql`
    select o.operator_id, 'operation ' || o.operation_id as subject,
      case when o.body::jsonb - 'reference' <> jsonb_build_object('type', 'wallet.' || o.direction,
          'playerExternalId', o.player_external_id, 'amountMinor', o.amount_minor, 'currency', o.currency,
          'idempotencyKey', o.idempotency_key)
        then 'its body asks for ' || concat_ws(' ', o.body::jsonb ->> 'type', o.body::jsonb ->> 'amountMinor',
          o.body::jsonb ->> 'currency') || ', its row for ' || concat_ws(' ', o.direction, o.amount_minor, o.currency)
        when o.player_external_id <> p.external_id then 'it names another player than player ' || o.player_id end as detail
    from wallet_operations o join players p using (operator_id, player_id)`,
)

/** What the attempts of an operation say together. */
const attempts = sql`
  select operator_id, operation_id, count(*) as attempts,
    count(*) filter (where outcome = 'accepted') as accepted,
    count(*) filter (where outcome = 'never_sent') as unsent,
    max(attempt_id) filter (where outcome = 'refused' and clean) as clean_refusal,
    max(attempt_id) filter (where outcome is null or outcome = 'unknown') as silent
  from wallet_attempts group by operator_id, operation_id`

const acceptedByAttempt = byQuery(
  'An operation is accepted exactly when one of its attempts was.',
  sql`
    select o.operator_id, 'operation ' || o.operation_id as subject,
      case when (o.state in ('accepted', 'conflict')) <> (coalesce(a.accepted, 0) > 0)
        then 'it is ' || o.state || ', and ' || coalesce(a.accepted, 0) || ' of its attempts were accepted' end as detail
    from wallet_operations o left join (${attempts}) a using (operator_id, operation_id)`,
)

const refusedByCleanAttempt = byQuery(
  'An operation is refused by a clean attempt, and every later attempt has its own reply.',
  sql`
    select o.operator_id, 'operation ' || o.operation_id as subject,
      case when a.clean_refusal is null then 'no clean attempt of it was refused'
        when a.silent > a.clean_refusal then 'attempt ' || a.silent || ' came later and has no reply' end as detail
    from wallet_operations o left join (${attempts}) a using (operator_id, operation_id)
    where o.state = 'refused'`,
)

const unsentThroughout = byQuery(
  'Of an operation that was never sent, no attempt left.',
  sql`
    select o.operator_id, 'operation ' || o.operation_id as subject,
      case when a.unsent < a.attempts then a.attempts - a.unsent || ' of its attempts may have left' end as detail
    from wallet_operations o left join (${attempts}) a using (operator_id, operation_id)
    where o.state = 'never_sent'`,
)

export const walletInvariants: readonly Invariant[] = [
  oneLivePerKey,
  keyNamesEvent,
  frozenBody,
  acceptedByAttempt,
  refusedByCleanAttempt,
  unsentThroughout,
]
