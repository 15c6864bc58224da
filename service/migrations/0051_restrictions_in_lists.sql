-- Without a transaction: each of these indexes is built while its table is read and written. One whose creation was interrupted is invalid, so
-- each is dropped first.

-- Players of an operator with a kind of restriction. One that cooled off stays in the second until their restrictions change.
drop index concurrently if exists restrictions_self_excluded;
create index concurrently restrictions_self_excluded on restrictions (operator_id, player_id) where self_excluded;
drop index concurrently if exists restrictions_cooling_off;
create index concurrently restrictions_cooling_off on restrictions (operator_id, player_id, cool_off_until)
  where cool_off_until is not null;
drop index concurrently if exists restrictions_with_limit;
create index concurrently restrictions_with_limit on restrictions (operator_id, player_id)
  where daily_spend_minor is not null or daily_opens_count is not null;
