-- Passkeys of the platform's staff: public keys, which sign nothing by themselves.
create table staff_passkeys (
  passkey_id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint staff_passkeys_credential_is_unique unique (credential_id)
);
create index staff_passkeys_by_staff on staff_passkeys (staff_id);
grant select, insert, delete, update (sign_count, used_at) on staff_passkeys to coffer_jobs;

-- Codes that sign in once, for a person whose passkeys are lost.
create table staff_recovery_codes (
  code_hash bytea primary key,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_recovery_codes_by_staff on staff_recovery_codes (staff_id);
grant select, insert, delete, update (used_at) on staff_recovery_codes to coffer_jobs;

-- What a passkey is asked to sign. A row is deleted when it is used, or after it has expired.
create table staff_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  -- Null at a sign-in, which has no session yet.
  session_hash bytea,
  expires_at timestamptz not null,
  constraint staff_challenge_has_a_purpose check (purpose in ('sign_in', 'confirm', 'create'))
);
create index staff_challenges_by_expiry on staff_challenges (expires_at);
grant select, insert, delete on staff_challenges to coffer_jobs;

-- The last time that the person of a session used a passkey, or signed in with a recovery code.
alter table staff_sessions add column confirmed_at timestamptz;
grant update (confirmed_at) on staff_sessions to coffer_jobs;
