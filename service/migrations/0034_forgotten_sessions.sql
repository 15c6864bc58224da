-- An operator may let go of launches that are long over, with the sessions that they became. A launch that a round names stays.
grant delete on launches, sessions to coffer_jobs;

-- Few rounds name a launch: those whose player did not pay. To delete a launch looks for them.
create index rounds_by_launch on rounds (operator_id, launch_id) where launch_id is not null;
