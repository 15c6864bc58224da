-- What was asked for stays as it is; only what became of it is written.
revoke update on held_values from coffer_app, coffer_jobs;
grant update (state, approved_by, approved_at, revision_id) on held_values to coffer_app, coffer_jobs;
