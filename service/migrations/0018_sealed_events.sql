-- Events go on being written meanwhile: this reads the table under a lock that lets them.
alter table outbox_events validate constraint outbox_events_has_one_payload;
