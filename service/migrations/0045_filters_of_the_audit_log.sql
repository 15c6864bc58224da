-- Without a transaction: each of these indexes is built while its table is read and written. One whose creation was interrupted is invalid, so
-- each is dropped first.
drop index concurrently if exists audit_log_by_actor;
create index concurrently audit_log_by_actor on audit_log (operator_id, actor, entry_number);
drop index concurrently if exists audit_log_by_action;
create index concurrently audit_log_by_action on audit_log (operator_id, action, entry_number);
drop index concurrently if exists audit_log_by_time;
create index concurrently audit_log_by_time on audit_log (operator_id, at);
drop index concurrently if exists audit_log_by_details;
create index concurrently audit_log_by_details on audit_log using gin (details jsonb_path_ops);
