create table catalogue_items (
  operator_id bigint not null references operators,
  item_id bigint generated always as identity,
  key text not null,
  name text not null,
  type text not null constraint catalogue_items_type_is_known check (type in ('physical', 'digital', 'bonus', 'nuggets')),
  value_minor bigint not null check (value_minor >= 0),
  currency text not null,
  image_url text,
  shipping_cost_minor bigint,
  is_collectible boolean not null,
  collectible_category text,
  metadata jsonb,
  stock bigint,
  upgrader_prize boolean not null,
  cashback boolean not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (operator_id, item_id),
  constraint catalogue_items_key_is_unique unique (operator_id, key)
);
select protect_operator_table('catalogue_items');

-- The values that an item has had; the last one is in force.
create table item_revisions (
  operator_id bigint not null,
  revision_id bigint generated always as identity,
  item_id bigint not null,
  value_minor bigint not null check (value_minor >= 0),
  currency text not null,
  recorded_at timestamptz not null,
  primary key (operator_id, revision_id),
  foreign key (operator_id, item_id) references catalogue_items
);
create index item_revisions_by_item on item_revisions (operator_id, item_id, revision_id);
select protect_operator_table('item_revisions', 'select, insert');

create table box_attributes (
  operator_id bigint not null references operators,
  name text not null,
  type text not null constraint box_attributes_type_is_known check (type in ('boolean', 'number', 'text')),
  default_value jsonb not null,
  primary key (operator_id, name)
);
select protect_operator_table('box_attributes');

create table boxes (
  operator_id bigint not null references operators,
  box_id bigint generated always as identity,
  key text not null,
  slug text not null,
  name text not null,
  description text,
  image_url text,
  refundable boolean not null,
  attributes jsonb not null,
  live_version_id bigint,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (operator_id, box_id),
  constraint boxes_key_is_unique unique (operator_id, key),
  -- Checked when a statement ends, so that one import can exchange the slugs of two boxes.
  constraint boxes_slug_is_unique unique (operator_id, slug) deferrable
);
select protect_operator_table('boxes');

-- Immutable once written: a version is its snapshot.
create table box_versions (
  operator_id bigint not null,
  box_version_id bigint generated always as identity,
  box_id bigint not null,
  version_number integer not null,
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  rtp_bps integer not null,
  max_prize_minor bigint not null,
  snapshot text not null,
  snapshot_hash text not null,
  published_at timestamptz not null,
  primary key (operator_id, box_version_id),
  foreign key (operator_id, box_id) references boxes,
  constraint box_versions_number_is_unique unique (operator_id, box_id, version_number)
);
create index box_versions_by_id on box_versions (box_version_id);
alter table boxes add constraint boxes_live_version_exists
  foreign key (operator_id, live_version_id) references box_versions (operator_id, box_version_id);
select protect_operator_table('box_versions', 'select, insert');
-- A snapshot names its version, so the id is taken before the row is written.
grant usage on sequence box_versions_box_version_id_seq to coffer_app, coffer_jobs;

create table box_version_prizes (
  operator_id bigint not null,
  box_version_id bigint not null,
  position integer not null,
  item_id bigint not null,
  chance_units integer not null check (chance_units > 0),
  range_start integer not null,
  range_end integer not null,
  name text not null,
  type text not null,
  value_minor bigint not null,
  primary key (operator_id, box_version_id, position),
  foreign key (operator_id, box_version_id) references box_versions,
  foreign key (operator_id, item_id) references catalogue_items,
  constraint box_version_prizes_item_stands_once unique (operator_id, box_version_id, item_id),
  constraint box_version_prizes_range_fits check (range_end - range_start = chance_units and range_start >= 0)
);
select protect_operator_table('box_version_prizes', 'select, insert');
