-- Staff change the wallet URL, the outbound secret, the allowed origins and the API keys in the admin.
alter table operators
  -- Rises with each change of a setting or of the outbound secret, so that a change based on an outdated version is refused.
  add column version integer not null default 1,
  -- False after staff of the operator set the wallet URL: it then leads to public hosts only.
  add column wallet_may_be_private boolean not null default true;
grant update (version, wallet_may_be_private) on operators to coffer_app, coffer_jobs;

-- The order in which keys were created, to read them in pages.
alter table api_keys add column key_number bigint;
do $$
declare
  is_forced boolean := (select relforcerowsecurity from pg_class where oid = 'api_keys'::regclass);
begin
  alter table api_keys no force row level security;
  update api_keys set key_number = numbered.number
    from (select key_id, row_number() over (order by created_at, key_id) as number from api_keys) as numbered
    where numbered.key_id = api_keys.key_id;
  if is_forced then
    alter table api_keys force row level security;
  end if;
end $$;
alter table api_keys alter column key_number set not null;
alter table api_keys alter column key_number add generated always as identity;
select setval(pg_get_serial_sequence('api_keys', 'key_number'), (select coalesce(max(key_number), 0) + 1 from api_keys), false);
create unique index api_keys_by_number on api_keys (operator_id, key_number);
