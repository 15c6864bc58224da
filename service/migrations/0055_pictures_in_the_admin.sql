-- The picture in the last catalogue file: the same file again must not undo a picture that was uploaded in the admin.
alter table catalogue_items add column image_url_in_file text;
update catalogue_items set image_url_in_file = image_url;
grant update (image_url_in_file) on catalogue_items to coffer_app, coffer_jobs;
