-- An operator may let go of the events of rounds that everybody has taken, some time after they occurred. Before this moment they may be
-- missing; what was not taken is there for ever.
create table event_retention (
  operator_id bigint primary key references operators,
  forgotten_before timestamptz not null
);
select protect_operator_table('event_retention', 'select');
grant insert, update (forgotten_before) on event_retention to coffer_jobs;

-- Only the loop that forgets deletes, and nothing but these.
grant delete on outbox_events, webhook_deliveries, webhook_attempts to coffer_jobs;
create policy only_of_rounds on outbox_events as restrictive for delete using (type in ('round_settled', 'bonus_entitlement'));
create policy only_taken on webhook_deliveries as restrictive for delete using (status = 'delivered');

-- Each attempt that goes would be looked for in all deliveries of its operator: no index leads from it to the delivery that names it, and
-- one would cost every claim. The doctor goes on looking at what it says.
alter table webhook_deliveries drop constraint webhook_deliveries_last_attempt;
