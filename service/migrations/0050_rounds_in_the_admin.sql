-- Without a transaction: each of these indexes is built while its table is read and written. One whose creation was interrupted is invalid, so
-- each is dropped first.

-- The round of a wallet's transaction. The operation comes last because a wallet may use one reference for any number of them.
drop index concurrently if exists wallet_operations_by_reference;
create index concurrently wallet_operations_by_reference on wallet_operations (operator_id, provider_txn_ref, operation_id)
  where provider_txn_ref is not null;

-- Rounds by the item that was drawn, or that an Upgrader round is for.
drop index concurrently if exists round_reels_by_item;
create index concurrently round_reels_by_item on round_reels (operator_id, item_id, round_id) where item_id is not null;
drop index concurrently if exists round_deals_by_target;
create index concurrently round_deals_by_target on round_deals (operator_id, target_item_id, round_id);

-- States that few rounds have. A round that is opened and settled is never in it.
drop index concurrently if exists rounds_by_state;
create index concurrently rounds_by_state on rounds (operator_id, state, round_id) where state in ('voided', 'held', 'disputed');
