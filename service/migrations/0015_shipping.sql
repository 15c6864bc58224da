-- What a player has asked to be sent home, and the address that it goes to as it was then.
create table shipping_orders (
  operator_id bigint not null,
  order_id bigint generated always as identity,
  public_id text not null,
  player_id bigint not null,
  player_external_id text not null,
  origin text not null constraint shipping_orders_origin_is_known check (origin in ('game', 'backend', 'nuggets')),
  status text not null constraint shipping_orders_status_is_known check (status in
    ('pending', 'processing', 'shipped', 'delivered', 'shipped_with_replacements', 'returned', 'cancelled')),
  -- The operator's when the order was placed; the cost is never quoted anew.
  currency text not null,
  shipping_cost_minor bigint not null check (shipping_cost_minor >= 0),
  realized_total_cost_minor bigint check (realized_total_cost_minor >= 0),
  -- What the player was charged through the wallet, in the currency of that debit.
  fee_minor bigint check (fee_minor > 0),
  fee_currency text,
  address jsonb not null,
  contact_email text not null,
  user_notes text,
  carrier text,
  tracking_number text,
  tracking_url text,
  delivered_at timestamptz,
  replacements_sent_at timestamptz,
  -- Notices of it so far; they are numbered, and each is later than the one before.
  notice_count integer not null,
  noticed_at timestamptz not null,
  created_at timestamptz not null,
  primary key (operator_id, order_id),
  foreign key (operator_id, player_id) references players,
  constraint shipping_orders_public_id_is_unique unique (operator_id, public_id),
  constraint shipping_orders_fee_has_its_currency check ((fee_minor is null) = (fee_currency is null)),
  constraint shipping_orders_only_the_game_charges check (fee_minor is null or origin = 'game'),
  constraint shipping_orders_delivered_has_its_time check (status <> 'delivered' or delivered_at is not null),
  constraint shipping_orders_replaced_has_its_time
    check (status <> 'shipped_with_replacements' or replacements_sent_at is not null)
);
create index shipping_orders_of_player_in_lists on shipping_orders (operator_id, player_id, status, order_id);
create index shipping_orders_in_lists on shipping_orders (operator_id, status, order_id);
select protect_operator_table('shipping_orders');

-- An item on an order, with what it was worth then in the order's currency. A line that leaves its order is kept.
create table shipping_lines (
  operator_id bigint not null,
  line_id bigint generated always as identity,
  order_id bigint not null,
  inventory_item_id bigint not null,
  item_id bigint not null,
  name text not null,
  image_url text,
  value_minor bigint not null,
  currency text not null,
  -- Whether it waits for stock, and whether it took a piece of it.
  waiting_for_stock boolean not null,
  took_stock boolean not null,
  added_at timestamptz not null,
  left_at timestamptz,
  left_because text constraint shipping_lines_reason_is_known check (left_because in ('cancelled', 'removed', 'returned')),
  primary key (operator_id, line_id),
  foreign key (operator_id, order_id) references shipping_orders,
  foreign key (operator_id, inventory_item_id) references inventory_items,
  foreign key (operator_id, item_id) references catalogue_items,
  constraint shipping_lines_item_once_per_order unique (operator_id, order_id, inventory_item_id),
  constraint shipping_lines_left_has_its_reason check ((left_at is null) = (left_because is null)),
  constraint shipping_lines_waiting_took_nothing check (not (waiting_for_stock and took_stock)),
  constraint shipping_lines_left_waits_no_more check (left_at is null or not waiting_for_stock)
);
create unique index shipping_lines_one_order_per_item on shipping_lines (operator_id, inventory_item_id)
  where left_at is null;
create index shipping_lines_waiting on shipping_lines (operator_id, item_id, line_id) where waiting_for_stock;
select protect_operator_table('shipping_lines');

-- The statuses that an order has had.
create table shipping_moves (
  operator_id bigint not null,
  move_id bigint generated always as identity,
  order_id bigint not null,
  status text not null constraint shipping_moves_status_is_known check (status in
    ('pending', 'processing', 'shipped', 'delivered', 'shipped_with_replacements', 'returned', 'cancelled')),
  moved_at timestamptz not null,
  primary key (operator_id, move_id),
  foreign key (operator_id, order_id) references shipping_orders
);
create index shipping_moves_of_order on shipping_moves (operator_id, order_id, move_id);
select protect_operator_table('shipping_moves', 'select, insert');

-- A fee that is asked for, and the order that it is for, as it will be placed. No item is locked by it.
create table shipping_intents (
  operator_id bigint not null,
  intent_id bigint generated always as identity,
  -- The order's, which is named before the order exists.
  order_public_id text not null,
  player_id bigint not null,
  -- Of the same items and the same address.
  fingerprint text not null,
  state text not null constraint shipping_intents_state_is_known
    check (state in ('undecided', 'ordered', 'refused', 'no_order')),
  fee_minor bigint not null check (fee_minor > 0),
  fee_currency text not null,
  draft jsonb not null,
  created_at timestamptz not null,
  primary key (operator_id, intent_id),
  foreign key (operator_id, player_id) references players,
  constraint shipping_intents_order_is_unique unique (operator_id, order_public_id)
);
create unique index shipping_intents_one_undecided on shipping_intents (operator_id, player_id, fingerprint)
  where state = 'undecided';
select protect_operator_table('shipping_intents');

-- A fee is asked for once for each order, and goes back once.
create unique index wallet_operations_once_per_order on wallet_operations (operator_id, kind, subject_id)
  where kind in ('shipping_debit', 'shipping_refund');

-- Orders take pieces from it.
alter table catalogue_items add constraint catalogue_items_stock_is_never_negative check (stock >= 0);
