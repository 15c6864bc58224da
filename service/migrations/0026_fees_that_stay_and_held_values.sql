-- What a line alone would cost to send, and the least that its order may be worth: as they were when the order was placed, so that an
-- item that is taken off never leaves an order that could not have been placed for what was paid.
alter table shipping_orders add column minimum_minor bigint not null default 0 check (minimum_minor >= 0);
alter table shipping_orders alter column minimum_minor drop default;
alter table shipping_lines add column shipping_cost_minor bigint check (shipping_cost_minor >= 0);
-- Goods bought with Nuggets: they go along for nothing, and neither cost nor minimum counts them.
alter table shipping_lines add column goes_along boolean not null default false;
alter table shipping_lines alter column goes_along drop default;

-- Orders of before. What is worth most on one decided its cost; the others would have cost what the catalogue says today.
update shipping_lines line set goes_along = true
from shipping_orders o
where o.operator_id = line.operator_id and o.order_id = line.order_id
  and (o.origin = 'nuggets' or line.added_at > o.created_at);
with placed as (
  select line.operator_id, line.line_id, o.shipping_cost_minor as cost_minor,
    line.left_at is null and not line.goes_along as counts,
    case
      when item.shipping_cost_minor is null and operator.currency = o.currency
        then coalesce((operator.settings #>> '{shipping,defaultCostMinor}')::bigint, 0)
      when item.currency = o.currency then item.shipping_cost_minor
    end as today_minor,
    max(line.value_minor) filter (where line.left_at is null and not line.goes_along)
      over (partition by o.operator_id, o.order_id) = line.value_minor as is_dearest
  from shipping_lines line
  join shipping_orders o on o.operator_id = line.operator_id and o.order_id = line.order_id
  join operators operator on operator.operator_id = line.operator_id
  join catalogue_items item on item.operator_id = line.operator_id and item.item_id = line.item_id
)
update shipping_lines line
set shipping_cost_minor = case
  when placed.counts and placed.is_dearest then placed.cost_minor
  else coalesce(placed.today_minor, placed.cost_minor)
end
from placed
where placed.operator_id = line.operator_id and placed.line_id = line.line_id;
alter table shipping_lines alter column shipping_cost_minor set not null;

with worth as (
  select line.operator_id, line.order_id, sum(line.value_minor) as total_minor
  from shipping_lines line
  where line.left_at is null and not line.goes_along
  group by line.operator_id, line.order_id
)
update shipping_orders o
set minimum_minor = least(worth.total_minor, coalesce((operator.settings #>> '{shipping,minShipmentValueMinor}')::bigint, 0))
from worth, operators operator
where worth.operator_id = o.operator_id and worth.order_id = o.order_id
  and operator.operator_id = o.operator_id and operator.currency = o.currency;

-- Orders whose fee is under way: each line would have cost as much as the order.
update shipping_intents intent
set draft = draft || jsonb_build_object('minimumMinor', 0, 'lines', (
  select coalesce(jsonb_agg(line || jsonb_build_object('shippingCostMinor', intent.draft -> 'shippingCostMinor', 'goesAlong', false) order by place), '[]')
  from jsonb_array_elements(intent.draft -> 'lines') with ordinality as lines (line, place)
));

-- A value that is more above the last one than the operator's settings let in, and waits for a second person.
create table held_values (
  operator_id bigint not null,
  held_value_id bigint generated always as identity,
  item_id bigint not null,
  -- The value in force when it was asked for, and the one that is asked for.
  from_minor bigint not null check (from_minor >= 0),
  value_minor bigint not null check (value_minor > from_minor),
  currency text not null,
  -- The moment from which it is to hold; null: when it is approved.
  recorded_at timestamptz,
  -- `key:<key id>` or `staff:<staff id>`.
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null constraint held_values_state_is_known check (state in ('waiting', 'approved', 'replaced')),
  approved_by text,
  approved_at timestamptz,
  -- The point of the item's history that it became.
  revision_id bigint,
  primary key (operator_id, held_value_id),
  foreign key (operator_id, item_id) references catalogue_items,
  foreign key (operator_id, revision_id) references item_revisions,
  constraint held_values_are_approved_by_a_second_person check (approved_by <> asked_by),
  constraint held_values_approved_are_signed
    check (num_nonnulls(approved_by, approved_at, revision_id) = case state when 'approved' then 3 else 0 end)
);
create unique index held_values_one_waits_per_item on held_values (operator_id, item_id) where state = 'waiting';
select protect_operator_table('held_values');
