-- What keeps a player from playing, as it stands; whoever has no row has no restriction. Opens of a player with a cap lock it.
create table restrictions (
  operator_id bigint not null,
  player_id bigint not null,
  self_excluded boolean not null,
  cool_off_until timestamptz,
  daily_spend_minor bigint check (daily_spend_minor >= 0),
  daily_spend_currency text,
  daily_opens_count bigint check (daily_opens_count >= 0),
  updated_at timestamptz not null,
  primary key (operator_id, player_id),
  foreign key (operator_id, player_id) references players,
  constraint restrictions_spend_has_its_currency check ((daily_spend_minor is null) = (daily_spend_currency is null))
);
select protect_operator_table('restrictions');

-- What held from each change on.
create table restriction_changes (
  operator_id bigint not null,
  change_id bigint generated always as identity,
  player_id bigint not null,
  self_excluded boolean not null,
  cool_off_until timestamptz,
  daily_spend_minor bigint,
  daily_spend_currency text,
  daily_opens_count bigint,
  changed_at timestamptz not null,
  primary key (operator_id, change_id),
  foreign key (operator_id, player_id) references players
);
create index restriction_changes_of_player on restriction_changes (operator_id, player_id, change_id);
select protect_operator_table('restriction_changes', 'select, insert');

-- The operator's last entry in the history when the session began: what came after it is the session's.
alter table sessions add column history_after bigint not null default 0;
update sessions s set history_after = coalesce((
    select h.entry_id from history_entries h where h.operator_id = s.operator_id and h.occurred_at < s.created_at
    order by h.occurred_at desc limit 1), 0)
where s.revoked_at is null and s.ends_at > (select max(seen_at) from sessions);
alter table sessions alter column history_after drop default;
