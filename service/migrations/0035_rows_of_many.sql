-- Rows that are written together, many in a statement, get their ids before.
grant usage on sequence rounds_round_id_seq, round_reels_reel_id_seq, wallet_operations_operation_id_seq, wallet_attempts_attempt_id_seq
  to coffer_app, coffer_jobs;

-- For a statement that goes to the server together with the commit: what finds another number of rows than it was meant to fails by itself.
create function exactly(row_count bigint, wanted bigint, what text) returns void language plpgsql as $$
begin
  if row_count <> wanted then
    raise exception 'broken assumption: % (% of % rows)', what, row_count, wanted;
  end if;
end
$$;
