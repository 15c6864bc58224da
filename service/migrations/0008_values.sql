-- What the catalogue file said last: the same file again must not undo a value that was told meanwhile.
alter table catalogue_items add column value_in_file bigint;
update catalogue_items set value_in_file = value_minor;
alter table catalogue_items alter column value_in_file set not null;

-- And what it said when a version was published: a box that the file still describes alike is not published anew.
alter table box_version_prizes add column value_in_file bigint;
update box_version_prizes set value_in_file = value_minor;
alter table box_version_prizes alter column value_in_file set not null;

-- A value that is told again is looked for by its moment.
create index item_revisions_by_moment on item_revisions (operator_id, item_id, recorded_at);

-- What a box returns at current values, since when that is more than it takes, and since when it is off sale for it.
-- The figure is null exactly while there is no live version.
alter table boxes add column current_rtp_bps bigint;
alter table boxes add column unprofitable_since timestamptz;
alter table boxes add column paused_at timestamptz
  constraint boxes_paused_while_unprofitable check (paused_at is null or unprofitable_since is not null);

with returned as (
  select b.operator_id, b.box_id, b.archived_at is not null as archived, v.published_at, v.price_minor,
    coalesce((o.settings #>> '{cashback,percentBps}')::numeric, 9000) * sum(p.chance_units::numeric * case
      when not i.is_collectible or i.currency <> v.currency then p.value_minor
      when i.value_minor <= p.value_minor then i.value_minor
      else p.value_minor + div((i.value_minor - p.value_minor)::numeric
        * coalesce((o.settings #>> '{collectibles,creditedRiseBps}')::numeric, 10000), 10000)
    end) as credited,
    coalesce((o.settings #>> '{catalog,pauseUnprofitable}')::boolean, false) as pauses
  from boxes b
  join operators o on o.operator_id = b.operator_id
  join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id
  join box_version_prizes p on p.operator_id = v.operator_id and p.box_version_id = v.box_version_id
  join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
  group by b.operator_id, b.box_id, o.operator_id, v.operator_id, v.box_version_id
), standing as (
  select operator_id, box_id, published_at, pauses, div(credited, price_minor::numeric * 100000000) as rtp_bps,
    not archived and credited > price_minor::numeric * 100000000 * 10000 as unprofitable
  from returned
)
update boxes b
set current_rtp_bps = least(s.rtp_bps, 9007199254740991),
  unprofitable_since = case when s.unprofitable then s.published_at end,
  paused_at = case when s.unprofitable and s.pauses then s.published_at end
from standing s
where b.operator_id = s.operator_id and b.box_id = s.box_id;
