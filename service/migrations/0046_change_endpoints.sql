-- Staff change the URL and the events of an endpoint in the admin.
alter table webhook_endpoints
  -- Rises with each change of the URL, the events or the secret, so that a change of an outdated version can be refused.
  add column version integer not null default 1,
  -- False when staff of the operator have set the URL: private hosts that the deployment allows are not for them.
  add column may_be_private boolean not null default true;
grant update (url, types, version, may_be_private) on webhook_endpoints to coffer_app;

-- The URL that an attempt was made to; null for attempts from before it was recorded.
alter table webhook_attempts add column url text;
