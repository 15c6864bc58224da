-- What the entries of the audit log are signed with, sealed by the master key. The newest signs; older ones are kept, to check what they signed.
create table audit_keys (
  key_number integer primary key constraint audit_keys_are_numbered_from_one check (key_number > 0),
  key_sealed bytea not null,
  created_at timestamptz not null
);
grant select on audit_keys to coffer_app;
grant select, insert, update (key_sealed) on audit_keys to coffer_jobs;

-- Null: an entry from before there were keys. The first signed entry of a chain signs the hash of the last of these, and so all of them.
alter table audit_log add column key_number integer;

-- Where each operator's log ends, signed: entries that are cut off its end are missed.
create table audit_heads (
  operator_id bigint primary key references operators,
  entry_number bigint not null,
  hash text not null,
  key_number integer not null,
  signature text not null
);
select protect_operator_table('audit_heads');
grant update (entry_number, hash, key_number, signature) on audit_heads to coffer_app, coffer_jobs;
