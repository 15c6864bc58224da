-- An address after its erasure. The country stays: taxes and customs are counted by it.
create function erased_address(address jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('name', '', 'line1', '', 'line2', null, 'city', '', 'region', '', 'postalCode', '',
    'country', address -> 'country', 'phone', null)
$$;

-- A draft of an order after its erasure.
create function erased_draft(draft jsonb) returns jsonb language sql immutable as $$
  select draft || jsonb_build_object('address', erased_address(draft -> 'address'), 'contactEmail', '', 'userNotes', null)
$$;

-- The payload of an event, or a stored answer, after the erasure of the order that it shows, without the time of the erasure. One without an
-- order stays as it is.
create function erased_order(shown jsonb) returns jsonb language sql immutable as $$
  select case
    when jsonb_typeof(shown -> 'order') = 'object' then jsonb_set(shown #- '{order,erasedAt}', '{order}',
      (shown -> 'order') - 'erasedAt' || jsonb_build_object(
        'address', erased_address(shown #> '{order,address}'), 'contact', jsonb_build_object('email', ''), 'userNotes', null,
        'trackingNumber', null, 'trackingUrl', null))
    else shown
  end
$$;

-- Whether an event or a stored answer shows an order with personal data.
create function shows_person(shown jsonb) returns boolean language sql immutable as $$
  select shown #- '{order,erasedAt}' <> erased_order(shown)
$$;

-- When the personal data of a finished order was erased. An erased order takes none again.
alter table shipping_orders add column erased_at timestamptz;
alter table shipping_orders add constraint shipping_orders_erased_are_finished_and_empty
  check (erased_at is null or (status in ('delivered', 'returned', 'cancelled') and address = erased_address(address)
    and contact_email = '' and num_nonnulls(user_notes, tracking_number, tracking_url) = 0));
grant update (erased_at, contact_email) on shipping_orders to coffer_jobs;
grant update (draft, fingerprint) on shipping_intents to coffer_jobs;
grant update (payload) on outbox_events to coffer_jobs;

-- A stored answer does not change, except by an erasure.
drop trigger answered_stays on actions;
create trigger answered_stays after update on actions for each row
  when (old.status is not null and current_user in ('coffer_app', 'coffer_jobs')
    and not (current_user = 'coffer_jobs' and new.status is not distinct from old.status
      and new.body is distinct from old.body
      and new.body::jsonb #- '{order,erasedAt}' is not distinct from erased_order(old.body::jsonb)))
  execute function refuse_change_of_final_row();

-- The payload of an event does not change, except by an erasure. Sealed payloads are not compared: the database cannot read them.
create trigger emitted_stays after update on outbox_events for each row
  when (current_user in ('coffer_app', 'coffer_jobs') and num_nonnulls(old.payload, new.payload) > 0
    and not (current_user = 'coffer_jobs' and new.payload is distinct from old.payload
      and new.payload::jsonb #- '{order,erasedAt}' is not distinct from erased_order(old.payload::jsonb)))
  execute function refuse_change_of_final_row();

-- The draft of an order does not change, except by an erasure once its fee is decided.
create trigger drafted_stays after update on shipping_intents for each row
  when (current_user in ('coffer_app', 'coffer_jobs')
    and (new.draft is distinct from old.draft or new.fingerprint is distinct from old.fingerprint)
    and not (old.state <> 'undecided' and new.draft = erased_draft(old.draft) and new.fingerprint = ''))
  execute function refuse_change_of_final_row();
