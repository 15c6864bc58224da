-- What the last catalogue file said of a box: the same file again must not undo what was changed in the admin.
alter table boxes add column in_file jsonb;
update boxes set in_file = jsonb_build_object('name', name, 'description', description, 'image_url', image_url,
  'refundable', refundable, 'attributes', attributes, 'archived', archived_at is not null);
grant update (in_file) on boxes to coffer_app, coffer_jobs;
