-- What a coin round is tossed for, frozen before it is paid, and how the coin landed: below 5,000 of 10,000 is heads.
create table coin_tosses (
  operator_id bigint not null,
  round_id bigint not null,
  item_id bigint not null,
  name text not null,
  image_url text,
  type text not null constraint coin_tosses_prize_is_winnable check (type in ('physical', 'digital')),
  -- In the round's currency, rounded down, and in the operator's.
  value_minor bigint not null check (value_minor >= 0),
  operator_value_minor bigint not null check (operator_value_minor >= 0),
  rolled_bps integer check (rolled_bps between 0 and 9999),
  won_inventory_item_id bigint,
  primary key (operator_id, round_id),
  foreign key (operator_id, round_id) references rounds,
  foreign key (operator_id, item_id) references catalogue_items,
  foreign key (operator_id, won_inventory_item_id) references inventory_items,
  constraint coin_tosses_item_is_won_once unique (operator_id, won_inventory_item_id),
  constraint coin_tosses_heads_win check ((won_inventory_item_id is not null) = (rolled_bps is not null and rolled_bps < 5000))
);
select protect_operator_table('coin_tosses');
grant update (rolled_bps, won_inventory_item_id) on coin_tosses to coffer_app, coffer_jobs;
create trigger tossed_stays after update on coin_tosses for each row
  when (old.rolled_bps is not null and current_user in ('coffer_app', 'coffer_jobs'))
  execute function refuse_change_of_final_row();

alter table history_entries
  drop constraint history_entries_type_is_known,
  add constraint history_entries_type_is_known
    check (type in ('purchase', 'open', 'refund', 'cashback', 'shipping', 'upgrade', 'toss'));
