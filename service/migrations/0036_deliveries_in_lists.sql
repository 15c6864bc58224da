-- A list of deliveries is read by each endpoint, type and status on its own and merged, as other lists are (0013): one index serves all
-- of its filters.
create index webhook_deliveries_in_lists on webhook_deliveries (operator_id, endpoint_id, type, status, delivery_id);
drop index webhook_deliveries_by_endpoint, webhook_deliveries_by_type, webhook_deliveries_failed;
