-- Lists are read by each value of their filters on its own and merged, so that a page costs the same however long the list is. Each
-- index ends in the order of its list.
create index inventory_items_in_lists
  on inventory_items (operator_id, player_id, state, type, is_collectible, inventory_item_id);
drop index inventory_items_of_player;

create index rounds_in_lists on rounds (operator_id, player_id, state, round_id);
drop index rounds_of_player;

create index history_entries_in_lists on history_entries (operator_id, type, entry_id);
create index history_entries_of_player_in_lists on history_entries (operator_id, player_external_id, type, entry_id);
drop index history_entries_of_player;
