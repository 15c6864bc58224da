-- `coffer operator suspend` and `resume` say so as the login of the service.
grant update (status) on operators to coffer_app, coffer_jobs;
