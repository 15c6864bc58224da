-- The network address and the id of the request that an entry records; null when it came by no request, or from before this migration.
alter table audit_log add column address text;
alter table audit_log add column request_id text;

-- The platform has a log of its own, under the operator id 0, which no operator has.
alter table audit_log drop constraint audit_log_operator_id_fkey;
alter table audit_heads drop constraint audit_heads_operator_id_fkey;
