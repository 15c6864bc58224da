-- Without a transaction: each of these indexes is built while its table is read and written. One whose creation was interrupted is invalid, so
-- each is dropped first.

-- Orders by their tracking number.
drop index concurrently if exists shipping_orders_by_tracking;
create index concurrently shipping_orders_by_tracking on shipping_orders (operator_id, tracking_number, order_id)
  where tracking_number is not null;

-- Orders with items that wait for stock.
drop index concurrently if exists shipping_lines_waiting_by_order;
create index concurrently shipping_lines_waiting_by_order on shipping_lines (operator_id, order_id) where waiting_for_stock;
