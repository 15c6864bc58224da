-- Without a transaction: the index is built while its table is read and written.
-- Operations that are not at their end are looked up by their player and listed for their operator; there are few, so one index serves both.
-- With two, the database looked through all of an operator's for each player whenever both seemed equally small to it.
drop index concurrently if exists wallet_operations_undecided;
create index concurrently wallet_operations_undecided on wallet_operations (operator_id, player_id)
  where state in ('open', 'parked', 'conflict');
drop index concurrently if exists wallet_operations_undecided_of_player;
drop index concurrently if exists wallet_operations_unresolved;
