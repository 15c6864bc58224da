-- What the catalogue file said last: the same file again must not undo a shipping cost that was set in the admin.
alter table catalogue_items add column shipping_cost_in_file bigint;
update catalogue_items set shipping_cost_in_file = shipping_cost_minor;
grant update (shipping_cost_in_file) on catalogue_items to coffer_app, coffer_jobs;

-- Staff give a reason, and can decline a value that waits.
alter table held_values add column reason text;
alter table held_values drop constraint held_values_state_is_known;
alter table held_values add constraint held_values_state_is_known
  check (state in ('waiting', 'approved', 'replaced', 'declined'));
