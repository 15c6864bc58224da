-- The head of a feed moves on with each entry that gets its place.
grant update (last_position, recorded_until) on history_heads to coffer_app, coffer_jobs;
