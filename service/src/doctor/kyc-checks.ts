import { FINAL_REASONS, KYC_REASONS, type KycReason, type KycStatus, type KycVerdict } from '@coffer/contract/s2s-kyc'
import { sql } from 'kysely'
import { byQuery, byRow } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** What verifications have come to: the events of them, who decided, and who may go on with one. */

const oneIsOpen = byQuery(
  'A player has at most one open verification.',
  sql`
    select operator_id, 'player ' || player_id as subject,
      case when count(*) > 1 then count(*) || ' are open: ' || string_agg(request_id::text, ', ' order by request_id) end as detail
    from kyc_requests where status in ('PENDING', 'SUBMITTED') group by operator_id, player_id`,
)

const eachStatusHasEvent = byQuery(
  'Each status that a verification has come to has one event, of its player and one after the other, and nothing else has.',
  sql`
    with reached as (
      select r.operator_id, r.request_id, r.told_at, r.status as last, p.external_id, s.status, s.place
      from kyc_requests r join players p using (operator_id, player_id)
      cross join lateral (values ('PENDING', 1, true), ('SUBMITTED', 2, r.submitted_at is not null),
        (r.status, 3, r.decided_at is not null)) s (status, place, was_reached)
      where s.was_reached
    ), told as (
      select operator_id, event_id, idempotency_key, player_external_id, occurred_at
      from outbox_events where type = 'kyc_status_changed'
    )
    select operator_id, coalesce('verification ' || request_id, 'event ' || event_id) as subject,
      case
        when request_id is null then 'it has the event ' || idempotency_key || ', and that has not been reached'
        when event_id is null then 'no event says that it is ' || status
        when player_external_id is distinct from external_id then 'event ' || event_id || ' names another player'
        when occurred_at <= told_before then 'its event ' || status || ' is of no later time than the one before'
        when status = last and occurred_at <> told_at then 'its last event is of another time than it says'
      end as detail
    from (
      select coalesce(r.operator_id, t.operator_id) as operator_id, r.request_id, r.told_at, r.last, r.external_id, r.status,
        t.event_id, t.idempotency_key, t.player_external_id, t.occurred_at,
        lag(t.occurred_at) over (partition by r.operator_id, r.request_id order by r.place) as told_before
      from reached r full join told t
        on t.operator_id = r.operator_id and t.idempotency_key = 'kyc:' || r.request_id || ':' || r.status
    ) each_status`,
)

const eventIsSealed = byQuery(
  'The events of a verification are sealed.',
  sql`
    select operator_id, 'event ' || event_id as subject,
      case when payload_sealed is null then 'it lies open' end as detail
    from outbox_events where type = 'kyc_status_changed'`,
)

type Reasons = { operator_id: number; subject: string; reasons: KycReason[]; retryable: boolean | null }

const reasonsDecide = byRow(
  'The reasons of a rejection stand each once in their order, and one final reason makes it final.',
  sql<Reasons>`
    select operator_id, 'verification ' || request_id as subject, reasons, retryable
    from kyc_requests where status = 'REJECTED'`,
  ({ reasons, retryable }) => {
    const inOrder = KYC_REASONS.filter((reason) => reasons.includes(reason))
    if (inOrder.join() !== reasons.join()) return `its reasons are ${reasons.join(', ')}`
    const isFinal = reasons.some((reason) => (FINAL_REASONS as readonly KycReason[]).includes(reason))
    return retryable === !isFinal ? null : `it was rejected for ${reasons.join(', ')}, and retryable is ${retryable}`
  },
)

type Opinion = { verdict: KycVerdict; reasons: KycReason[]; by: string }
type Decided = {
  operator_id: number
  subject: string
  status: KycStatus
  reasons: KycReason[]
  /** The newest first, two at most. */
  opinions: Opinion[]
}

const decisionWasSaid = byRow(
  'A decision says what the last opinion says, or what the last two people agree on, with the reasons of both.',
  sql<Decided>`
    select r.operator_id, 'verification ' || r.request_id as subject, r.status, r.reasons, said.opinions
    from kyc_requests r
    cross join lateral (
      select coalesce(jsonb_agg(o), '[]') as opinions from (
        select verdict, reasons, coalesce(staff_id::text, provider) as by from kyc_opinions
        where operator_id = r.operator_id and request_id = r.request_id order by opinion_id desc limit 2
      ) o
    ) said
    where r.decided_at is not null`,
  faultOfDecision,
)

function faultOfDecision({ status, reasons, opinions }: Decided): string | null {
  const [last, before] = opinions
  const verdict = status === 'CONFIRMED' ? 'confirmed' : 'rejected'
  if (last?.verdict !== verdict) return `it is ${status}, and the last opinion is ${last?.verdict ?? 'missing'}`
  const agrees = before?.verdict === verdict && before.by !== last.by
  const said = agrees ? [last.reasons, [...last.reasons, ...before.reasons]] : [last.reasons]
  const isSaid = said.some((list) => sameReasons(list, reasons))
  return isSaid
    ? null
    : `it is ${status} for ${reasons.join(', ')}, and the last opinion is for ${last.reasons.join(', ')}`
}

function sameReasons(one: readonly KycReason[], other: readonly KycReason[]): boolean {
  return KYC_REASONS.every((reason) => one.includes(reason) === other.includes(reason))
}

const onlyWaitingIsHeld = byQuery(
  'Only a verification that waits for its decision is held by a reviewer, until some time, or with an outside check.',
  sql`
    select operator_id, 'verification ' || request_id as subject,
      case
        when status <> 'SUBMITTED' and claimed_by is not null then 'it is ' || status || ', and reviewer ' || claimed_by || ' holds it'
        when (claimed_by is null) <> (claim_ends_at is null) then 'it is held for ever, or by nobody'
        when status <> 'SUBMITTED' and provider is not null then 'it is ' || status || ', and ' || provider || ' checks it'
        when (provider is null) <> (provider_look_at is null) then 'an outside check is never asked, or there is none'
      end as detail
    from kyc_requests`,
)

const newestLinkLeads = byQuery(
  'Only the newest link of a verification leads to it, and none was opened after its time.',
  sql`
    select operator_id, 'link ' || link_id as subject,
      case
        when ended_at is null and link_id < newest then 'it is not ended, and link ' || newest || ' took its place'
        when opened_at >= expires_at then 'it was opened after it had expired'
      end as detail
    from (select *, max(link_id) over (partition by operator_id, request_id) as newest from kyc_links) l`,
)

const reverificationFollows = byQuery(
  'A re-verification follows a confirmation, and only a re-verification has a reason.',
  sql`
    select r.operator_id, 'verification ' || r.request_id as subject,
      case
        when not is_reverification then 'it has a reason, and is no re-verification'
        when not exists (
          select from kyc_requests e
          where e.operator_id = r.operator_id and e.player_id = r.player_id and e.request_id < r.request_id
            and e.status = 'CONFIRMED'
        ) then 'none before it was confirmed'
      end as detail
    from kyc_requests r
    where is_reverification or reverify_reason_sealed is not null`,
)

export const kycInvariants: readonly Invariant[] = [
  oneIsOpen,
  eachStatusHasEvent,
  eventIsSealed,
  reasonsDecide,
  decisionWasSaid,
  onlyWaitingIsHeld,
  newestLinkLeads,
  reverificationFollows,
]
