-- Sessions of staff are listed and ended one by one: each has a number that is no secret, and shows where it was begun.
alter table staff_sessions add column session_id bigint generated always as identity;
alter table staff_sessions add constraint staff_sessions_session_id_is_unique unique (session_id);
alter table staff_sessions add column address text;
alter table staff_sessions add column user_agent text;
create index staff_sessions_by_staff on staff_sessions (staff_id);
create index staff_sessions_by_age on staff_sessions (created_at);
grant delete on staff_sessions to coffer_jobs;

-- Time of the last sign-in. Every session so far is still there to take it from.
alter table staff add column signed_in_at timestamptz;
update staff set signed_in_at = (
  select max(staff_sessions.created_at) from staff_sessions where staff_sessions.staff_id = staff.staff_id
);
grant update (signed_in_at) on staff to coffer_jobs;

-- The member of staff who created a link in the admin; null for the command line. Links of a person who is disabled, or may no longer manage
-- staff, end with it.
alter table staff_links add column created_by bigint references staff;
create index staff_links_by_staff on staff_links (staff_id);
create index staff_links_by_creator on staff_links (created_by);
grant delete on staff_links to coffer_jobs;
