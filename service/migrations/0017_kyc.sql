-- Keys under which an operator's personal data is sealed, themselves sealed by the master key. The newest is in use.
create table operator_data_keys (
  operator_id bigint not null references operators,
  key_number integer not null check (key_number > 0),
  key_sealed bytea not null,
  created_at timestamptz not null,
  primary key (operator_id, key_number)
);
select protect_operator_table('operator_data_keys', 'select, insert');

-- The payload of an event that holds personal data is sealed.
alter table outbox_events alter column payload drop not null;
alter table outbox_events add column payload_sealed bytea;
-- Holds for what comes from now on; the next migration looks at what is there, without keeping anybody waiting.
alter table outbox_events add constraint outbox_events_has_one_payload check ((payload is null) <> (payload_sealed is null)) not valid;
-- Erasure takes the identity out of what was told.
grant update (payload_sealed) on outbox_events to coffer_jobs;

-- People who work at a desk of the platform. They belong to no operator, so only statements of the platform see them.
create table staff (
  staff_id bigint generated always as identity primary key,
  email text not null constraint staff_email_is_unique unique,
  roles text[] not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table staff_links (
  token_hash bytea primary key,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);
grant select, insert, update on staff, staff_links, staff_sessions to coffer_jobs;

-- A request to know who a player is. What a person wrote is sealed; everything else here says nothing of them.
create table kyc_requests (
  operator_id bigint not null,
  request_id bigint generated always as identity,
  player_id bigint not null,
  status text not null constraint kyc_requests_status_is_known check (status in ('PENDING', 'SUBMITTED', 'CONFIRMED', 'REJECTED')),
  is_reverification boolean not null,
  locale text not null,
  return_origin text,
  email_sealed bytea,
  reverify_reason_sealed bytea,
  -- What was typed into the wizard: a draft until it is submitted.
  answers_sealed bytea,
  created_at timestamptz not null,
  -- When the player was last heard of.
  active_at timestamptz not null,
  -- The moment that the last event told.
  told_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  reasons text[] not null,
  retryable boolean,
  hints jsonb not null,
  -- An outside check; null when there is none, or it has answered.
  provider text,
  provider_look_at timestamptz,
  claimed_by bigint references staff,
  claim_ends_at timestamptz,
  erased_at timestamptz,
  primary key (operator_id, request_id),
  foreign key (operator_id, player_id) references players,
  constraint kyc_requests_say_when check (
    (submitted_at is not null or status = 'PENDING') and (decided_at is not null) = (status in ('CONFIRMED', 'REJECTED'))),
  constraint kyc_requests_rejection_has_reasons check (
    (status = 'REJECTED') = (cardinality(reasons) > 0) and (status = 'REJECTED') = (retryable is not null))
);
create unique index kyc_requests_one_is_open on kyc_requests (operator_id, player_id) where status in ('PENDING', 'SUBMITTED');
create index kyc_requests_by_player on kyc_requests (operator_id, player_id, request_id);
create index kyc_requests_of_status on kyc_requests (operator_id, status, request_id);
create index kyc_requests_by_id on kyc_requests (request_id);
create index kyc_requests_queue on kyc_requests (status, submitted_at, request_id);
create index kyc_requests_by_status on kyc_requests (status, request_id);
create index kyc_requests_to_check on kyc_requests (provider_look_at) where provider_look_at is not null;
create index kyc_requests_drafts_to_erase on kyc_requests (operator_id, active_at) where erased_at is null and status = 'PENDING';
create index kyc_requests_to_erase on kyc_requests (operator_id, decided_at) where erased_at is null;
select protect_operator_table('kyc_requests');

-- Links to the wizard, and the browser that opened one.
create table kyc_links (
  operator_id bigint not null,
  link_id bigint generated always as identity,
  request_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  cookie_hash bytea,
  seen_at timestamptz,
  -- Another link took its place, or the person was erased.
  ended_at timestamptz,
  primary key (operator_id, link_id),
  foreign key (operator_id, request_id) references kyc_requests,
  constraint kyc_links_opened_has_a_browser check ((opened_at is null) = (cookie_hash is null) and (opened_at is null) = (seen_at is null))
);
create index kyc_links_by_token on kyc_links (token_hash);
create index kyc_links_by_cookie on kyc_links (cookie_hash);
create index kyc_links_by_request on kyc_links (operator_id, request_id);
select protect_operator_table('kyc_links');

-- Images of documents: here only where they lie. A row is there before the image is written and until it is gone.
create table kyc_images (
  operator_id bigint not null,
  image_id bigint generated always as identity,
  request_id bigint not null,
  kind text not null constraint kyc_images_kind_is_known check (kind in ('front', 'back', 'selfie')),
  state text not null constraint kyc_images_state_is_known check (state in ('storing', 'stored', 'removing')),
  storage_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  primary key (operator_id, image_id),
  constraint kyc_images_storage_key_is_unique unique (operator_id, storage_key),
  foreign key (operator_id, request_id) references kyc_requests
);
create unique index kyc_images_one_of_a_kind on kyc_images (operator_id, request_id, kind) where state = 'stored';
create index kyc_images_to_sweep on kyc_images (created_at) where state <> 'stored';
create index kyc_images_by_request on kyc_images (operator_id, request_id);
select protect_operator_table('kyc_images', 'select, insert, update, delete');

-- Keyed hashes by which one person is found again under another player.
create table kyc_marks (
  operator_id bigint not null,
  request_id bigint not null,
  kind text not null constraint kyc_marks_kind_is_known check (kind in ('person', 'tax_id', 'document')),
  mark bytea not null,
  primary key (operator_id, request_id, kind),
  foreign key (operator_id, request_id) references kyc_requests
);
create index kyc_marks_by_mark on kyc_marks (operator_id, kind, mark, request_id);
select protect_operator_table('kyc_marks', 'select, insert, delete');

create table kyc_notes (
  operator_id bigint not null,
  note_id bigint generated always as identity,
  request_id bigint not null,
  staff_id bigint not null references staff,
  text_sealed bytea not null,
  created_at timestamptz not null,
  primary key (operator_id, note_id),
  foreign key (operator_id, request_id) references kyc_requests
);
create index kyc_notes_by_request on kyc_notes (operator_id, request_id, note_id);
select protect_operator_table('kyc_notes', 'select, insert, delete');

-- What reviewers, or an outside check, said of a request. With four eyes it takes two people who agree.
create table kyc_opinions (
  operator_id bigint not null,
  opinion_id bigint generated always as identity,
  request_id bigint not null,
  staff_id bigint references staff,
  provider text,
  verdict text not null constraint kyc_opinions_verdict_is_known check (verdict in ('confirmed', 'rejected')),
  reasons text[] not null,
  created_at timestamptz not null,
  primary key (operator_id, opinion_id),
  foreign key (operator_id, request_id) references kyc_requests,
  constraint kyc_opinions_is_of_someone check ((staff_id is null) <> (provider is null)),
  constraint kyc_opinions_rejection_has_reasons check ((verdict = 'rejected') = (cardinality(reasons) > 0))
);
create index kyc_opinions_by_request on kyc_opinions (operator_id, request_id, opinion_id);
select protect_operator_table('kyc_opinions', 'select, insert');
