-- A row of staff is an account that can sign in. Staff of the platform have their e-mail and roles in it, staff of an operator in operator_staff.
alter table staff alter column email drop not null;
alter table staff alter column roles drop not null;
alter table staff add constraint staff_of_the_platform_has_roles check ((email is null) = (roles is null));

-- Staff of operators. They sign in through the backend of their operator, which knows them by an id of its own, or by a login link.
-- Roles are null until some are granted; until then the operator's default roles apply.
create table operator_staff (
  operator_id bigint not null references operators,
  staff_id bigint not null references staff,
  external_id text,
  email text,
  display_name text,
  roles text[],
  primary key (operator_id, staff_id),
  constraint operator_staff_is_of_one_operator unique (staff_id),
  constraint operator_staff_external_id_is_unique unique (operator_id, external_id),
  constraint operator_staff_email_is_unique unique (operator_id, email),
  constraint operator_staff_can_be_found check (external_id is not null or email is not null)
);
select protect_operator_table('operator_staff');
grant update (external_id, email, display_name, roles) on operator_staff to coffer_jobs;

-- Tickets of single sign-on. Expired ones are deleted when their person gets another.
create table staff_tickets (
  token_hash bytea primary key,
  staff_id bigint not null references staff,
  return_path text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_tickets_by_staff on staff_tickets (staff_id);
grant select, insert, delete, update (used_at) on staff_tickets to coffer_jobs;
