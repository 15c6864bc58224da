-- A round of the Upgrader is paid with balance (`open`, like a box) or with items (`items`: nobody's money moves). A stake of items is
-- converted for display only, and may come to nothing in a currency of larger units. One statement, so that the table is read once.
alter table rounds
  drop constraint rounds_mode_is_known,
  add constraint rounds_mode_is_known check (mode in ('open', 'prepay', 'items')),
  drop constraint rounds_bet_minor_check,
  add constraint rounds_bet_is_an_amount check (bet_minor > 0 or (mode = 'items' and bet_minor = 0));

-- What an Upgrader round aims at, frozen before anything is paid, with the terms that it was offered under; then how it was rolled.
create table round_deals (
  operator_id bigint not null,
  round_id bigint not null,
  chance_bps integer not null check (chance_bps between 1 and 9999),
  fee_bps integer not null,
  no_loss boolean not null,
  nuggets_cost_percent integer not null,
  target_item_id bigint not null,
  target_name text not null,
  -- Granted as what was aimed at: the catalogue item may have become another kind of thing before the round settles.
  target_type text not null constraint round_deals_target_is_winnable check (target_type in ('physical', 'digital')),
  target_image_url text,
  -- In the round's currency, rounded down, and in the operator's.
  target_value_minor bigint not null check (target_value_minor >= 0),
  operator_target_value_minor bigint not null check (operator_target_value_minor >= 0),
  rolled_bps integer check (rolled_bps between 0 and 9999),
  won_inventory_item_id bigint,
  primary key (operator_id, round_id),
  foreign key (operator_id, round_id) references rounds,
  foreign key (operator_id, target_item_id) references catalogue_items,
  foreign key (operator_id, won_inventory_item_id) references inventory_items,
  constraint round_deals_item_is_won_once unique (operator_id, won_inventory_item_id),
  constraint round_deals_win_is_below_the_chance check ((won_inventory_item_id is not null) = (rolled_bps is not null and rolled_bps < chance_bps))
);
select protect_operator_table('round_deals');

-- Items staked in a round, each with what it counted for, in the round's currency and in the operator's. They sum to the round's bet.
create table upgrader_stakes (
  operator_id bigint not null,
  round_id bigint not null,
  position integer not null,
  inventory_item_id bigint not null,
  counted_minor bigint not null check (counted_minor >= 0),
  operator_counted_minor bigint not null check (operator_counted_minor >= 0),
  item_value_minor bigint not null check (item_value_minor >= 0),
  price_fall_minor bigint not null check (price_fall_minor >= 0),
  price_rise_minor bigint not null check (price_rise_minor >= 0),
  credits_share_minor bigint not null check (credits_share_minor >= 0),
  primary key (operator_id, round_id, position),
  foreign key (operator_id, round_id) references rounds,
  foreign key (operator_id, inventory_item_id) references inventory_items,
  constraint upgrader_stakes_item_is_staked_once unique (operator_id, inventory_item_id)
);
select protect_operator_table('upgrader_stakes', 'select, insert');

-- Prizes of the Upgrader by value.
create index catalogue_items_upgrader_prizes on catalogue_items (operator_id, value_minor)
  where upgrader_prize and archived_at is null;
