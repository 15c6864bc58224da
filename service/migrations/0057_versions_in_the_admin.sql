-- The price and the odds of the last catalogue file: the same file again must not replace a version that was published in the admin.
alter table boxes add column offer_in_file jsonb;
-- False while the box was archived when a file stated them, so that they were not published.
alter table boxes add column is_offer_applied boolean not null default true;
grant update (offer_in_file, is_offer_applied) on boxes to coffer_app, coffer_jobs;

-- A version of a box that is published at a time, with the values that its items have then.
create table scheduled_versions (
  operator_id bigint not null,
  scheduled_version_id bigint generated always as identity,
  box_id bigint not null,
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  -- A list of {itemId, chanceUnits}, in the order in which they are published.
  prizes jsonb not null,
  publish_at timestamptz not null,
  scheduled_by text not null,
  scheduled_at timestamptz not null,
  reason text,
  state text not null constraint scheduled_versions_state_is_known
    check (state in ('waiting', 'published', 'refused', 'cancelled', 'replaced')),
  -- The version that it became.
  box_version_id bigint,
  -- Why it was not published, in words.
  faults jsonb,
  primary key (operator_id, scheduled_version_id),
  foreign key (operator_id, box_id) references boxes,
  foreign key (operator_id, box_version_id) references box_versions,
  constraint scheduled_versions_published_have_a_version check ((state = 'published') = (box_version_id is not null)),
  constraint scheduled_versions_refused_have_faults
    check (case state when 'refused' then faults is not null when 'waiting' then faults is null when 'published' then faults is null else true end)
);
create unique index scheduled_versions_one_per_box on scheduled_versions (operator_id, box_id) where state in ('waiting', 'refused');
create index scheduled_versions_by_time on scheduled_versions (publish_at) where state = 'waiting';
select protect_operator_table('scheduled_versions', 'select, insert, update (state, box_version_id, faults)');
