create table players (
  operator_id bigint not null references operators,
  player_id bigint generated always as identity,
  external_id text not null,
  created_at timestamptz not null,
  primary key (operator_id, player_id),
  constraint players_external_id_is_unique unique (operator_id, external_id)
);
select protect_operator_table('players');

-- The first request of a click, and the answer that all of its repeats get.
create table actions (
  operator_id bigint not null,
  player_id bigint not null,
  kind text not null,
  client_action_id text not null,
  subject_id text not null,
  status integer,
  body text,
  created_at timestamptz not null,
  primary key (operator_id, player_id, kind, client_action_id),
  foreign key (operator_id, player_id) references players,
  constraint actions_answer_is_whole check ((status is null) = (body is null))
);
create index actions_by_subject on actions (operator_id, subject_id);
select protect_operator_table('actions');

-- One try at a real-world movement of money: a frozen body that every attempt sends unchanged.
create table wallet_operations (
  operator_id bigint not null,
  operation_id bigint generated always as identity,
  player_id bigint not null,
  player_external_id text not null,
  kind text not null constraint wallet_operations_kind_is_known
    check (kind in ('round_debit', 'round_refund', 'cashback_credit', 'shipping_debit', 'shipping_refund')),
  subject_id text not null,
  idempotency_key text not null,
  direction text not null check (direction in ('debit', 'credit')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  body text not null,
  state text not null constraint wallet_operations_state_is_known
    check (state in ('open', 'accepted', 'refused', 'never_sent', 'parked', 'conflict')),
  lease_until timestamptz,
  -- When the resolver looks at it next, and how often it has tried.
  next_look_at timestamptz not null,
  resolver_tries integer not null,
  error_code text,
  balance_after_minor bigint,
  provider_txn_ref text,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (operator_id, operation_id),
  foreign key (operator_id, player_id) references players
);
create unique index wallet_operations_one_live_per_key on wallet_operations (operator_id, idempotency_key)
  where state not in ('refused', 'never_sent', 'conflict');
create index wallet_operations_by_subject on wallet_operations (operator_id, subject_id);
create index wallet_operations_due on wallet_operations (next_look_at) where state = 'open';
create index wallet_operations_unresolved on wallet_operations (operator_id, operation_id)
  where state in ('open', 'parked', 'conflict');
create index wallet_operations_undecided_of_player on wallet_operations (operator_id, player_id) where state in ('open', 'parked');
select protect_operator_table('wallet_operations');

-- One HTTP call for an operation; its row is committed before the call.
create table wallet_attempts (
  operator_id bigint not null,
  attempt_id bigint generated always as identity,
  operation_id bigint not null,
  recorded_at timestamptz not null,
  clean boolean not null,
  lease_until timestamptz not null,
  outcome text constraint wallet_attempts_outcome_is_known check (outcome in ('accepted', 'refused', 'never_sent', 'unknown')),
  reason text,
  closed_at timestamptz,
  primary key (operator_id, attempt_id),
  foreign key (operator_id, operation_id) references wallet_operations
);
create index wallet_attempts_by_operation on wallet_attempts (operator_id, operation_id, attempt_id);
select protect_operator_table('wallet_attempts');

-- The operator's reconciliation feed: one entry for each movement of money that is final, and for each open that cost nothing.
create table history_entries (
  operator_id bigint not null,
  entry_id bigint generated always as identity,
  player_id bigint not null,
  player_external_id text not null,
  type text not null constraint history_entries_type_is_known
    check (type in ('purchase', 'open', 'refund', 'cashback', 'shipping', 'upgrade')),
  operation_id bigint,
  round_public_id text,
  inventory_item_id bigint,
  order_public_id text,
  -- As the player sees it: a debit is negative.
  amount_minor bigint not null,
  payout_minor bigint,
  currency text not null,
  status text not null,
  idempotency_key text,
  provider_txn_ref text,
  occurred_at timestamptz not null,
  primary key (operator_id, entry_id),
  foreign key (operator_id, player_id) references players,
  foreign key (operator_id, operation_id) references wallet_operations,
  constraint history_entries_once_per_operation unique (operator_id, operation_id)
);
create index history_entries_of_player on history_entries (operator_id, player_external_id, entry_id);
create index history_entries_by_time on history_entries (operator_id, occurred_at);
select protect_operator_table('history_entries', 'select, insert');

create table seed_pairs (
  operator_id bigint not null,
  pair_id bigint generated always as identity,
  player_id bigint not null,
  state text not null constraint seed_pairs_state_is_known check (state in ('next', 'active', 'revealed')),
  server_seed_sealed bytea not null,
  server_seed_hash text not null,
  server_seed text,
  client_seed text,
  next_nonce bigint not null,
  created_at timestamptz not null,
  active_since timestamptz,
  revealed_at timestamptz,
  primary key (operator_id, pair_id),
  foreign key (operator_id, player_id) references players,
  constraint seed_pairs_used_has_client_seed check (state = 'next' or client_seed is not null),
  constraint seed_pairs_shows_its_seed_once_revealed check ((state = 'revealed') = (server_seed is not null))
);
create unique index seed_pairs_one_active on seed_pairs (operator_id, player_id) where state = 'active';
create unique index seed_pairs_one_next on seed_pairs (operator_id, player_id) where state = 'next';
create index seed_pairs_of_player on seed_pairs (operator_id, player_id, pair_id);
select protect_operator_table('seed_pairs');
