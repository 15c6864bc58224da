-- Staff change the address and the events of an endpoint in the admin.
grant update (url, types) on webhook_endpoints to coffer_app, coffer_jobs;
