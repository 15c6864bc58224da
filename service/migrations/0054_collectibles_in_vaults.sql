-- Without a transaction: the index is built while its table is read and written. One whose creation was interrupted is invalid, so it is dropped
-- first.

-- Collectibles of an item that a change of its value changes.
drop index concurrently if exists inventory_items_collectibles;
create index concurrently inventory_items_collectibles on inventory_items (operator_id, item_id)
  where is_collectible and state = 'unresolved';
