-- The price and the odds of the last catalogue file that an import applied: the same file again must not replace a version that was published
-- in the admin. Until now every version came from a file.
alter table boxes add column offer_in_file jsonb;
update boxes b set offer_in_file = (
  select jsonb_build_object('priceMinor', v.price_minor, 'prizes', (
    select jsonb_agg(jsonb_build_array(i.key, p.chance_units) order by p.position)
    from box_version_prizes p
    join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
    where p.operator_id = v.operator_id and p.box_version_id = v.box_version_id))
  from box_versions v
  where v.operator_id = b.operator_id and v.box_id = b.box_id
  order by v.version_number desc limit 1);
grant update (offer_in_file) on boxes to coffer_app, coffer_jobs;

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
