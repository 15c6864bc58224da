-- Each takes its table for itself for a moment, and reads nothing of it.
drop index actions_by_subject;
drop index wallet_operations_by_subject;

-- A round that is under way is found by its player and its state, as in lists; for a proof, among the rounds of each operator.
drop index rounds_undecided;
drop index rounds_by_public_id;
alter table rounds drop constraint rounds_nonce_is_used_once;
alter index rounds_one_per_nonce rename to rounds_nonce_is_used_once;

alter table wallet_attempts drop constraint wallet_attempts_pkey;
alter table wallet_attempts add constraint wallet_attempts_pkey primary key using index wallet_attempts_key;
drop index wallet_attempts_by_operation;
alter table round_reels drop constraint round_reels_pkey;
alter table round_reels drop constraint round_reels_index_is_unique;
alter table round_reels add constraint round_reels_pkey primary key using index round_reels_key;
