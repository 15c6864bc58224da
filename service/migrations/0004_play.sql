-- A launch token is stored as its SHA-256 and taken in one statement. The grant of free opens belongs to the launch.
create table launches (
  operator_id bigint not null,
  launch_id bigint generated always as identity,
  player_id bigint not null,
  token_hash bytea not null,
  game_key text not null,
  box_id bigint,
  auto_open boolean not null,
  locale text not null,
  currency text not null,
  return_url text,
  free_opens_granted integer not null check (free_opens_granted >= 0),
  free_opens_used integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (operator_id, launch_id),
  foreign key (operator_id, player_id) references players,
  foreign key (operator_id, box_id) references boxes,
  constraint launches_free_opens_are_bounded check (free_opens_used between 0 and free_opens_granted)
);
create index launches_by_token on launches (token_hash);
select protect_operator_table('launches');

create table sessions (
  operator_id bigint not null,
  session_id bigint generated always as identity,
  player_id bigint not null,
  launch_id bigint not null,
  token_hash bytea not null,
  currency text not null,
  rate text not null,
  rate_pinned_at timestamptz not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  primary key (operator_id, session_id),
  foreign key (operator_id, player_id) references players,
  foreign key (operator_id, launch_id) references launches,
  constraint sessions_one_per_launch unique (operator_id, launch_id)
);
create index sessions_by_token on sessions (token_hash);
select protect_operator_table('sessions');

create table rounds (
  operator_id bigint not null,
  round_id bigint generated always as identity,
  public_id text not null,
  player_id bigint not null,
  game_key text not null,
  mode text not null constraint rounds_mode_is_known check (mode in ('open', 'prepay')),
  state text not null constraint rounds_state_is_known
    check (state in ('pending', 'voiding', 'refunding', 'held', 'cancelling', 'settled', 'voided')),
  funding text not null constraint rounds_funding_is_known check (funding in ('player', 'operator')),
  launch_id bigint,
  client_action_id text not null,
  -- The charged currency, and the stored rate from the operator's to it, as numerator/denominator.
  currency text not null,
  operator_currency text not null,
  rate text not null,
  bet_minor bigint not null check (bet_minor > 0),
  payout_minor bigint not null,
  operator_bet_minor bigint not null,
  operator_payout_minor bigint not null,
  pair_id bigint,
  nonce bigint,
  server_seed_hash text,
  client_seed text,
  facts text,
  refunded_minor bigint,
  refunded_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (operator_id, round_id),
  foreign key (operator_id, player_id) references players,
  foreign key (operator_id, pair_id) references seed_pairs,
  foreign key (operator_id, launch_id) references launches,
  constraint rounds_public_id_is_unique unique (operator_id, public_id),
  constraint rounds_nonce_is_used_once unique (operator_id, pair_id, nonce),
  constraint rounds_settled_is_drawn check ((state = 'settled') = (nonce is not null))
);
create index rounds_of_player on rounds (operator_id, player_id, round_id);
create index rounds_by_public_id on rounds (public_id);
create index rounds_undecided on rounds (operator_id, player_id) where state in ('pending', 'voiding', 'refunding', 'cancelling');
create index rounds_held on rounds (operator_id, created_at) where state = 'held';
select protect_operator_table('rounds');

create table round_reels (
  operator_id bigint not null,
  reel_id bigint generated always as identity,
  round_id bigint not null,
  reel_index integer not null,
  box_id bigint not null,
  box_version_id bigint not null,
  snapshot_hash text not null,
  price_minor bigint not null,
  paid_minor bigint not null,
  -- What was drawn; the value is in the operator's currency.
  raw_draw bigint,
  chance_units integer,
  item_id bigint,
  item_name text,
  item_type text,
  item_value_minor bigint,
  inventory_item_id bigint,
  primary key (operator_id, reel_id),
  constraint round_reels_index_is_unique unique (operator_id, round_id, reel_index),
  foreign key (operator_id, round_id) references rounds,
  foreign key (operator_id, box_version_id) references box_versions
);
select protect_operator_table('round_reels');

create table inventory_items (
  operator_id bigint not null,
  inventory_item_id bigint generated always as identity,
  player_id bigint not null,
  item_id bigint not null,
  name text not null,
  image_url text,
  type text not null constraint inventory_items_type_is_known check (type in ('physical', 'digital', 'bonus')),
  currency text not null,
  -- The won value, and the rules of its cashback, stored for ever.
  won_value_minor bigint not null,
  percent_bps integer not null,
  credited_rise_bps integer not null,
  cashback boolean not null,
  is_collectible boolean not null,
  won_revision_id bigint not null,
  -- 'crediting' is internal and reads as unresolved: a cashback credit is under way.
  state text not null constraint inventory_items_state_is_known
    check (state in ('unresolved', 'crediting', 'ship_requested', 'fulfilled', 'cashed_back', 'expired',
                     'forwarded_to_casino', 'consumed', 'reserved', 'paid_out')),
  acquisition_type text not null constraint inventory_items_acquisition_is_known
    check (acquisition_type in ('game_win', 'bought_with_nuggets')),
  round_public_id text,
  box_name text,
  -- What the cashback under way or done counts, in the currency of its credit, and the rate that took it there.
  credit_currency text,
  credit_rate text,
  credits_minor bigint,
  basis_minor bigint,
  price_fall_minor bigint,
  price_rise_minor bigint,
  credits_share_minor bigint,
  credit_operation_id bigint,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (operator_id, inventory_item_id),
  foreign key (operator_id, player_id) references players,
  foreign key (operator_id, item_id) references catalogue_items,
  foreign key (operator_id, credit_operation_id) references wallet_operations
);
create index inventory_items_of_player on inventory_items (operator_id, player_id, state, inventory_item_id);
create index inventory_items_by_round on inventory_items (operator_id, round_public_id);
select protect_operator_table('inventory_items');
