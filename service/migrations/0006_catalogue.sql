-- Counts the events that tell of a box: a number that a receiver has seen is never used again.
alter table boxes add column event_sequence bigint not null default 0;

-- What the catalogue file said last: the same file again must not bring back what was shipped meanwhile.
alter table catalogue_items add column stock_in_file bigint;
update catalogue_items set stock_in_file = stock;

-- When each rate was quoted; one that is not named here was quoted at rates_at.
alter table rate_tables add column quoted_at jsonb not null default '{}';

-- When a feed of rates was asked last, whichever process did. A feed is known by the hash of its address, which may hold a key.
create table rate_feeds (
  feed_hash text primary key,
  asked_at timestamptz not null
);
grant select, insert, update on rate_feeds to coffer_jobs;
