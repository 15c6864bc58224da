-- Sums of rounds for each day, as they entered the reconciliation feed. Money is in the currency that the operator had when the round was played.
create table daily_totals (
  operator_id bigint not null references operators,
  -- In UTC.
  day date not null,
  game_key text not null,
  funding text not null constraint daily_totals_funding_is_known check (funding in ('player', 'operator')),
  currency text not null,
  round_count bigint not null,
  bet_minor bigint not null,
  payout_minor bigint not null,
  primary key (operator_id, day, game_key, funding, currency)
);
select protect_operator_table('daily_totals');
grant update (round_count, bet_minor, payout_minor) on daily_totals to coffer_app, coffer_jobs;

-- The place in the reconciliation feed up to which an operator's rounds are in the sums.
create table daily_total_heads (
  operator_id bigint primary key references operators,
  last_position bigint not null
);
select protect_operator_table('daily_total_heads');
grant update (last_position) on daily_total_heads to coffer_app, coffer_jobs;
