-- A restriction ends the sessions of one player, and does not read everybody's for it.
create index sessions_of_player on sessions (operator_id, player_id) where revoked_at is null;
