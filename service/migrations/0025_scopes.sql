-- `read` included replays and test events, and `play` included restrictions. Now both are scopes of their own; keys that exist keep
-- what they could do. The owner sees no row of a table whose policies are forced on it, so they are lifted for these statements.
do $$
declare
  is_forced boolean := (select relforcerowsecurity from pg_class where oid = 'api_keys'::regclass);
begin
  alter table api_keys no force row level security;
  update api_keys set scopes = scopes || array['webhooks'] where 'read' = any(scopes) and 'webhooks' <> all(scopes);
  update api_keys set scopes = scopes || array['restrictions'] where 'play' = any(scopes) and 'restrictions' <> all(scopes);
  if is_forced then
    alter table api_keys force row level security;
  end if;
end
$$;
