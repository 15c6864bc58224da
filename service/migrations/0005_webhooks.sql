-- Where an operator hears of events. The secret is sealed; one that was replaced signs too until its time is over.
create table webhook_endpoints (
  operator_id bigint not null references operators,
  endpoint_id bigint generated always as identity,
  url text not null,
  types text[] not null,
  enabled boolean not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_ends_at timestamptz,
  -- The endpoint answered 410 last: staff are told, and go on being told by nobody but it.
  gone_at timestamptz,
  created_at timestamptz not null,
  primary key (operator_id, endpoint_id),
  constraint webhook_endpoints_overlap_has_an_end
    check ((previous_secret_sealed is null) = (previous_secret_ends_at is null))
);
select protect_operator_table('webhook_endpoints');

-- One event on its way to one endpoint.
create table webhook_deliveries (
  operator_id bigint not null,
  delivery_id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  -- Of the event, once more: lists of a million deliveries are read by them.
  type text not null,
  occurred_at timestamptz not null,
  status text not null constraint webhook_deliveries_status_is_known check (status in ('pending', 'delivered', 'failed')),
  -- Of which the end is known, since it was made or last replayed.
  attempt_count integer not null,
  -- While an attempt is under way: when it is taken for lost.
  next_attempt_at timestamptz,
  last_attempt_id bigint,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  primary key (operator_id, delivery_id),
  constraint webhook_deliveries_once_for_each_endpoint unique (operator_id, event_id, endpoint_id),
  constraint webhook_deliveries_endpoint foreign key (operator_id, endpoint_id) references webhook_endpoints,
  constraint webhook_deliveries_event foreign key (operator_id, event_id) references outbox_events,
  constraint webhook_deliveries_wait_only_while_pending check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_delivered_has_its_time check ((status = 'delivered') = (delivered_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (operator_id, endpoint_id, next_attempt_at, delivery_id)
  where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (operator_id, delivery_id) where status = 'failed';
create index webhook_deliveries_failed_in_time on webhook_deliveries (operator_id, occurred_at) where status = 'failed';
create index webhook_deliveries_by_endpoint on webhook_deliveries (operator_id, endpoint_id, delivery_id);
create index webhook_deliveries_by_type on webhook_deliveries (operator_id, type, delivery_id);
create index webhook_deliveries_by_time on webhook_deliveries (operator_id, occurred_at);
select protect_operator_table('webhook_deliveries');

-- Committed before the call, like an attempt at a wallet: one without an end was lost with its process.
create table webhook_attempts (
  operator_id bigint not null,
  attempt_id bigint generated always as identity,
  delivery_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  status_code integer,
  -- Why it failed; null when it was delivered.
  reason text,
  primary key (operator_id, attempt_id),
  constraint webhook_attempts_delivery foreign key (operator_id, delivery_id) references webhook_deliveries
);
alter table webhook_deliveries add constraint webhook_deliveries_last_attempt
  foreign key (operator_id, last_attempt_id) references webhook_attempts;
create index webhook_attempts_by_delivery on webhook_attempts (operator_id, delivery_id);
select protect_operator_table('webhook_attempts');
