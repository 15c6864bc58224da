-- The secret that signed calls to the wallet before, which signs them until its end.
alter table operators
  add column previous_outbound_secret_sealed bytea,
  add column previous_outbound_ends_at timestamptz,
  add constraint operators_previous_outbound_is_whole
    check ((previous_outbound_secret_sealed is null) = (previous_outbound_ends_at is null));
grant update (outbound_secret_sealed, previous_outbound_secret_sealed, previous_outbound_ends_at) on operators to coffer_app, coffer_jobs;
