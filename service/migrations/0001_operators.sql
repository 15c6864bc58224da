-- Roles belong to the cluster, so several databases of one cluster share them.
do $$
begin
  perform pg_advisory_xact_lock(7263542);
  if not exists (select from pg_roles where rolname = 'coffer_app') then
    create role coffer_app nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'coffer_jobs') then
    create role coffer_jobs nologin nosuperuser nobypassrls;
  end if;
  execute format('grant coffer_app, coffer_jobs to %I', current_user);
end
$$;

revoke create on schema public from public;
grant usage on schema public to coffer_app, coffer_jobs;

-- Puts a table of an operator's rows under row-level security: requests see one operator, jobs see all.
create function protect_operator_table(target regclass, privileges text default 'select, insert, update') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format(
    'create policy of_operator on %s to coffer_app
       using (operator_id = current_setting(''coffer.operator_id'')::bigint)
       with check (operator_id = current_setting(''coffer.operator_id'')::bigint)', target);
  execute format('create policy of_jobs on %s to coffer_jobs using (true) with check (true)', target);
  execute format('grant %s on %s to coffer_app, coffer_jobs', privileges, target);
end
$$;
revoke execute on function protect_operator_table from public;

create table operators (
  operator_id bigint generated always as identity primary key,
  slug text not null constraint operators_slug_is_unique unique,
  name text not null,
  currency text not null,
  locale text not null,
  status text not null constraint operators_status_is_known check (status in ('active', 'suspended')),
  settings jsonb not null,
  outbound_secret_sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
select protect_operator_table('operators');

create table api_keys (
  operator_id bigint not null references operators,
  key_id text not null,
  secret_sealed bytea not null,
  scopes text[] not null,
  require_nonce boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ends_at timestamptz,
  revoked_at timestamptz,
  primary key (operator_id, key_id)
);
create index api_keys_by_key_id on api_keys (key_id);
select protect_operator_table('api_keys');

-- Nonces, and signatures sent without one, that were seen lately. Losing them in a crash costs ten minutes of replay memory.
create unlogged table seen_requests (
  operator_id bigint not null,
  key_id text not null,
  mark text not null,
  seen_at timestamptz not null,
  primary key (operator_id, key_id, mark)
);
create index seen_requests_by_age on seen_requests (seen_at);
select protect_operator_table('seen_requests', 'select, insert, update, delete');

-- Hash-chained: each entry holds the hash of the one before it. Nobody may change or delete an entry.
create table audit_log (
  operator_id bigint not null references operators,
  entry_number bigint not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  details jsonb not null,
  previous_hash text not null,
  hash text not null,
  primary key (operator_id, entry_number)
);
select protect_operator_table('audit_log', 'select, insert');

-- One row per published table of rates; the newest is in force.
create table rate_tables (
  rate_table_id bigint generated always as identity primary key,
  base text not null,
  rates jsonb not null,
  source text not null,
  rates_at timestamptz not null,
  recorded_at timestamptz not null
);
grant select on rate_tables to coffer_app;
grant select, insert on rate_tables to coffer_jobs;

-- Events for others to hear of, written in the transaction that made them true.
create table outbox_events (
  operator_id bigint not null references operators,
  event_id bigint generated always as identity,
  type text not null,
  player_external_id text,
  idempotency_key text not null,
  payload text not null,
  occurred_at timestamptz not null,
  primary key (operator_id, event_id),
  constraint outbox_events_key_is_unique unique (operator_id, idempotency_key)
);
select protect_operator_table('outbox_events', 'select, insert');

-- Images, content-addressed: a name is the SHA-256 of the bytes and an ending.
create table media (
  operator_id bigint not null references operators,
  name text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (operator_id, name)
);
select protect_operator_table('media', 'select, insert');
