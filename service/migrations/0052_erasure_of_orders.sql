-- When the personal data of a finished order was erased.
alter table shipping_orders add column erased_at timestamptz;
alter table shipping_orders add constraint shipping_orders_only_finished_are_erased
  check (erased_at is null or status in ('delivered', 'returned', 'cancelled'));
grant update (erased_at, contact_email) on shipping_orders to coffer_jobs;
grant update (draft, fingerprint) on shipping_intents to coffer_jobs;
grant update (payload) on outbox_events to coffer_jobs;

-- An address after its erasure. The country is left, by which taxes and customs are counted.
create function erased_address(address jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('name', '', 'line1', '', 'line2', null, 'city', '', 'region', '', 'postalCode', '',
    'country', address -> 'country', 'phone', null)
$$;

-- A draft of an order after its erasure.
create function erased_draft(draft jsonb) returns jsonb language sql immutable as $$
  select draft || jsonb_build_object('address', erased_address(draft -> 'address'), 'contactEmail', '', 'userNotes', null)
$$;

-- The payload of an event, or a stored answer, after the erasure of the order that it shows. One without an order stays as it is.
create function erased_order(shown jsonb) returns jsonb language sql immutable as $$
  select case
    when jsonb_typeof(shown -> 'order') = 'object' then jsonb_set(shown, '{order}', (shown -> 'order') || jsonb_build_object(
      'address', erased_address(shown #> '{order,address}'), 'contact', jsonb_build_object('email', ''), 'userNotes', null,
      'trackingNumber', null, 'trackingUrl', null))
    else shown
  end
$$;

-- A stored answer does not change, except by an erasure.
drop trigger answered_stays on actions;
create trigger answered_stays after update on actions for each row
  when (old.status is not null and current_user in ('coffer_app', 'coffer_jobs')
    and not (current_user = 'coffer_jobs' and new.status = old.status and new.body <> old.body
      and new.body::jsonb = erased_order(old.body::jsonb)))
  execute function refuse_change_of_final_row();

-- Nor does an event. What is in a sealed payload cannot be compared here.
create trigger emitted_stays after update on outbox_events for each row
  when (old.payload is not null and current_user in ('coffer_app', 'coffer_jobs')
    and not (current_user = 'coffer_jobs' and new.payload is distinct from old.payload
      and new.payload::jsonb is not distinct from erased_order(old.payload::jsonb)))
  execute function refuse_change_of_final_row();
