-- Entries of the history are written in the middle of transactions, which commit in any order. What a reader sees is the place that an
-- entry is given after it was committed, and the time of that: no entry can come before one that has a place.
alter table history_entries
  add column position bigint,
  add column recorded_at timestamptz,
  add constraint history_entries_place_has_its_time check ((position is null) = (recorded_at is null));

-- The owner of the tables is under their policies too, but for the moment in which the rows of before are given their places.
alter table history_entries no force row level security;

-- What readers have seen keeps its number. Its time was that of the movement, which may lie before that of an entry with a lower number.
update history_entries h set position = h.entry_id, recorded_at = f.recorded_at
from (
  select operator_id, entry_id, max(occurred_at) over (partition by operator_id order by entry_id) as recorded_at
  from history_entries
) f
where f.operator_id = h.operator_id and f.entry_id = h.entry_id;

-- Up to where an operator's history is told: the last place that was given, and the time before which no further entry can be recorded.
create table history_heads (
  operator_id bigint primary key references operators,
  last_position bigint not null,
  recorded_until timestamptz not null
);
insert into history_heads (operator_id, last_position, recorded_until)
select operator_id, max(position), max(recorded_at) from history_entries group by operator_id;
select protect_operator_table('history_heads');
alter table history_entries force row level security;

-- An entry gets its place once. Nothing else of it ever changes.
grant update (position, recorded_at) on history_entries to coffer_app, coffer_jobs;
create policy placed_once on history_entries as restrictive for update using (position is null) with check (position is not null);

create unique index history_entries_in_order on history_entries (operator_id, position) where position is not null;
create index history_entries_without_place on history_entries (operator_id, entry_id) where position is null;
drop index history_entries_in_lists;
create index history_entries_in_lists on history_entries (operator_id, type, position) where position is not null;
drop index history_entries_of_player_in_lists;
create index history_entries_of_player_in_lists
  on history_entries (operator_id, player_external_id, type, position) where position is not null;
drop index history_entries_by_time;
create index history_entries_by_time on history_entries (operator_id, recorded_at, position) where position is not null;
