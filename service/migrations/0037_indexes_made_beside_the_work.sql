-- Without a transaction: each of these indexes is built while its table is read and written, however large that is, and holds nobody up.
-- One that was broken off is there and of no use, so each is dropped first.

-- Only orders are answered by what they are about; an open is found by its click.
drop index concurrently if exists actions_of_orders;
create index concurrently actions_of_orders on actions (operator_id, subject_id) where kind = 'shipping';

-- Together with `wallet_operations_one_live_per_key` it has every operation once: nothing that was accepted at once is ever in it.
drop index concurrently if exists wallet_operations_given_up;
create index concurrently wallet_operations_given_up on wallet_operations (operator_id, idempotency_key)
  where state in ('refused', 'never_sent', 'conflict');

-- A round that is not drawn has no nonce, and needs no place among those that have.
drop index concurrently if exists rounds_one_per_nonce;
create unique index concurrently rounds_one_per_nonce on rounds (operator_id, pair_id, nonce) where nonce is not null;

-- By their operation, and by their round, is how attempts and reels are read. One index then serves that and is the key.
drop index concurrently if exists wallet_attempts_key;
create unique index concurrently wallet_attempts_key on wallet_attempts (operator_id, operation_id, attempt_id);
drop index concurrently if exists round_reels_key;
create unique index concurrently round_reels_key on round_reels (operator_id, round_id, reel_index);
