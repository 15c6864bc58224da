-- What a process writes to see whether writes work. A place is shared by the connections whose number leaves
-- the same rest, so that processes seldom wait for each other and the table never grows.
create table process_pulses (
  place integer primary key,
  beat_at_ms bigint not null
);
grant select, insert on process_pulses to coffer_jobs;
grant update (beat_at_ms) on process_pulses to coffer_jobs;

-- An endpoint that has failed since its last success, and one that is back: its waiting deliveries are made due in steps, the next one
-- at `release_at`.
alter table webhook_endpoints
  add column failing_since timestamptz,
  add column release_at timestamptz,
  add constraint webhook_endpoints_is_failing_or_back check (failing_since is null or release_at is null);
create index webhook_endpoints_back on webhook_endpoints (release_at) where release_at is not null;
grant update (failing_since, release_at) on webhook_endpoints to coffer_app, coffer_jobs;

alter table webhook_deliveries
  -- The receiver asked for so much time.
  add column not_before timestamptz,
  -- Made due before its schedule, because the endpoint was back: once in each budget of attempts.
  add column brought_forward boolean not null default false;
grant update (not_before, brought_forward) on webhook_deliveries to coffer_app, coffer_jobs;
