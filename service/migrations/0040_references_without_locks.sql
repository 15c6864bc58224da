-- Without a transaction: each takes its two tables for itself for a moment, and reads nothing of them.
-- What these name is written by the same transaction, or is never deleted by anybody; to ask for it and to lock it with each row was more
-- than a quarter of the database's work for an open. The doctor looks at each of them.
alter table actions drop constraint if exists actions_operator_id_player_id_fkey;
alter table rounds drop constraint if exists rounds_operator_id_player_id_fkey;
alter table rounds drop constraint if exists rounds_operator_id_pair_id_fkey;
alter table round_reels drop constraint if exists round_reels_operator_id_round_id_fkey;
alter table round_reels drop constraint if exists round_reels_operator_id_box_version_id_fkey;
alter table wallet_operations drop constraint if exists wallet_operations_operator_id_player_id_fkey;
alter table wallet_attempts drop constraint if exists wallet_attempts_operator_id_operation_id_fkey;
alter table inventory_items drop constraint if exists inventory_items_operator_id_player_id_fkey;
alter table inventory_items drop constraint if exists inventory_items_operator_id_item_id_fkey;
alter table history_entries drop constraint if exists history_entries_operator_id_player_id_fkey;
alter table history_entries drop constraint if exists history_entries_operator_id_operation_id_fkey;
