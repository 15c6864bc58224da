-- How often the player or their operator has sent an order elsewhere: each is a notice to the operator, so there is an end to it.
alter table shipping_orders add column address_change_count integer not null default 0 check (address_change_count >= 0);
alter table shipping_orders alter column address_change_count drop default;
grant update (address_change_count) on shipping_orders to coffer_app, coffer_jobs;
