import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** What is kept of people: whole while it is needed, sealed, and gone once it is erased. */

const handedInIsWhole = byQuery(
  'What was handed in is there until it is erased: the e-mail, the answers, their marks, and photos of the document and the face.',
  sql`
    select r.operator_id, 'verification ' || r.request_id as subject,
      case
        when email_sealed is null then 'it has no e-mail'
        when answers_sealed is null then 'it has no answers'
        when marks.kinds is null then 'nobody would be found again by it'
        when not coalesce(images.kinds @> array['front', 'selfie'], false)
          then 'of its photos there are ' || coalesce(array_to_string(images.kinds, ', '), 'none')
      end as detail
    from kyc_requests r
    left join (
      select operator_id, request_id, array_agg(kind) as kinds from kyc_images where state = 'stored' group by 1, 2
    ) images using (operator_id, request_id)
    left join (
      select operator_id, request_id, array_agg(kind) as kinds from kyc_marks group by 1, 2
    ) marks using (operator_id, request_id)
    where r.status <> 'PENDING' and r.erased_at is null`,
)

const erasedIsGone = byQuery(
  'Of a verification that is erased nothing of the person is kept, and no link leads to it.',
  sql`
    select operator_id, 'verification ' || request_id as subject,
      case
        when email_sealed is not null then 'it has an e-mail'
        when answers_sealed is not null then 'it has answers'
        when reverify_reason_sealed is not null then 'it has a reason'
        when hints <> '[]' then 'it has hints'
        when provider is not null then 'it is with ' || provider
        when exists (select from kyc_notes n where (n.operator_id, n.request_id) = (r.operator_id, r.request_id))
          then 'it has notes'
        when exists (select from kyc_marks m where (m.operator_id, m.request_id) = (r.operator_id, r.request_id))
          then 'it has marks'
        when exists (select from kyc_images i where (i.operator_id, i.request_id) = (r.operator_id, r.request_id)
          and state = 'stored') then 'it has photos'
        when exists (select from kyc_links l where (l.operator_id, l.request_id) = (r.operator_id, r.request_id)
          and ended_at is null) then 'a link leads to it'
      end as detail
    from kyc_requests r where erased_at is not null`,
)

const photoLiesApart = byQuery(
  'A photo lies in the place of its own verification.',
  sql`
    select operator_id, 'photo ' || image_id as subject,
      case when storage_key not like operator_id || '/' || request_id || '/%' then 'it lies at ' || storage_key end as detail
    from kyc_images`,
)

const erasedOrderIsEmpty = byQuery(
  'An erased order has no address, contact, note or tracking in its record, notices, stored answers or draft.',
  sql`
    select o.operator_id, 'order ' || o.public_id as subject,
      case
        when o.address <> erased_address(o.address) then 'it has an address'
        when o.contact_email <> '' then 'it has an e-mail'
        when num_nonnulls(o.user_notes, o.tracking_number, o.tracking_url) > 0 then 'it has a note or tracking'
        when exists (
          select from generate_series(1, o.notice_count) number
          join outbox_events e on e.operator_id = o.operator_id
            and e.idempotency_key = 'fulfillment_notice:' || o.public_id || ':' || number
          where shows_person(e.payload::jsonb)) then 'a notice of it has an address'
        when exists (
          select from actions a
          where (a.operator_id, a.player_id) = (o.operator_id, o.player_id) and a.kind in ('shipping', 'nuggets_purchase')
            and a.body::jsonb #>> '{order,publicId}' = o.public_id and shows_person(a.body::jsonb))
          then 'an answer with it has an address'
        when exists (
          select from shipping_intents i
          where (i.operator_id, i.order_public_id) = (o.operator_id, o.public_id)
            and (i.draft <> erased_draft(i.draft) or i.fingerprint <> '')) then 'its draft has an address'
      end as detail
    from shipping_orders o where o.erased_at is not null`,
)

/** A sealed value begins with the number of its key: four bytes. */
const sealedNamesItsKey = byQuery(
  'Whatever is sealed of people names a key of its operator, and those are numbered from 1 without a gap.',
  sql`
    with keys as (
      select operator_id, count(*) as count, min(key_number) as first, max(key_number) as last
      from operator_data_keys group by operator_id
    ), sealed as (
      select operator_id, 'the e-mail of verification ' || request_id as subject, email_sealed as value from kyc_requests
      union all select operator_id, 'the answers of verification ' || request_id, answers_sealed from kyc_requests
      union all select operator_id, 'the reason of verification ' || request_id, reverify_reason_sealed from kyc_requests
      union all select operator_id, 'note ' || note_id, text_sealed from kyc_notes
      union all select operator_id, 'event ' || event_id, payload_sealed from outbox_events where type = 'kyc_status_changed'
    )
    select operator_id, subject,
      case when number not between 1 and coalesce(last, 0) then 'it names key ' || number end as detail
    from (
      select *, ('x' || encode(substring(value from 1 for 4), 'hex'))::bit(32)::bigint as number from sealed where value is not null
    ) s left join keys using (operator_id)
    union all
    select operator_id, 'its data keys', case when first <> 1 or last <> count then 'there are ' || count || ', from ' || first || ' to ' || last end
    from keys`,
)

export const personalInvariants: readonly Invariant[] = [
  handedInIsWhole,
  erasedIsGone,
  erasedOrderIsEmpty,
  photoLiesApart,
  sealedNamesItsKey,
]
