-- How much of each rate limit is used up. Losing it in a crash fills every bucket. Operator 0 stands for no operator: an address
-- whose token is nobody's. A bucket that is full again has no row.
create unlogged table rate_buckets (
  operator_id bigint not null,
  kind text not null,
  subject text not null,
  -- What is missing from a full bucket, at a moment in milliseconds since 1970. A token has as many parts as its period has
  -- milliseconds, so that what comes back in a millisecond is a whole number of parts.
  used_parts bigint not null,
  at_ms bigint not null,
  -- What the last report was granted.
  granted_parts bigint not null,
  -- The rule of the last report: so many tokens at most, and so many come back in a period.
  burst_count bigint not null,
  refill_count bigint not null,
  period_ms bigint not null,
  primary key (operator_id, kind, subject)
);
select protect_operator_table('rate_buckets', 'select, insert, update, delete');
