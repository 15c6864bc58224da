-- A campaign gives each of its players so many free opens of its boxes, for a time. Its state follows from the clock.
create table campaigns (
  operator_id bigint not null references operators,
  campaign_id bigint generated always as identity,
  ext_id text not null,
  quantity integer not null check (quantity > 0),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (operator_id, campaign_id),
  constraint campaigns_ext_id_is_unique unique (operator_id, ext_id),
  constraint campaigns_end_after_they_begin check (valid_until > valid_from)
);
select protect_operator_table('campaigns');

create table campaign_boxes (
  operator_id bigint not null,
  campaign_id bigint not null,
  box_id bigint not null,
  position integer not null,
  primary key (operator_id, campaign_id, box_id),
  foreign key (operator_id, campaign_id) references campaigns,
  foreign key (operator_id, box_id) references boxes
);
select protect_operator_table('campaign_boxes', 'select, insert');

create table campaign_players (
  operator_id bigint not null,
  campaign_id bigint not null,
  player_id bigint not null,
  position integer not null,
  granted_count integer not null,
  used_count integer not null,
  primary key (operator_id, campaign_id, player_id),
  foreign key (operator_id, campaign_id) references campaigns,
  foreign key (operator_id, player_id) references players,
  constraint campaign_players_use_what_is_granted check (used_count between 0 and granted_count)
);
create index campaign_players_by_player on campaign_players (operator_id, player_id, campaign_id);
select protect_operator_table('campaign_players');

-- What a round took from a campaign, for ever: nobody may change or delete it.
create table campaign_uses (
  operator_id bigint not null,
  campaign_id bigint not null,
  player_id bigint not null,
  round_public_id text not null,
  unit_count integer not null check (unit_count > 0),
  used_at timestamptz not null,
  primary key (operator_id, round_public_id, campaign_id),
  foreign key (operator_id, campaign_id, player_id) references campaign_players,
  foreign key (operator_id, round_public_id) references rounds (operator_id, public_id)
);
create index campaign_uses_of_player on campaign_uses (operator_id, campaign_id, player_id);
select protect_operator_table('campaign_uses', 'select, insert');
