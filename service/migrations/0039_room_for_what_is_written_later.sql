-- Without a transaction: each is a word in the catalogue, waits for no reader or writer, and moves no row. New pages follow it.
-- A row that is written twice then has its second version beside its first one: the log of changes holds what differs and not all of it.

-- The answer is five times as long as what stands there until it is given, and fills the page.
alter table actions set (fillfactor = 12);
-- The rest of these pages stays empty: some 0.4 kB for an operation and 0.2 kB each for a reel and an entry.
alter table wallet_operations set (fillfactor = 50);
alter table round_reels set (fillfactor = 50);
alter table history_entries set (fillfactor = 50);
