import { type Corruption, copied } from './corruption.ts'

/** The orders and fees of `shipEverything`, each of which is there once. */
const orderOf = (where: string) => `select order_id from shipping_orders where ${where}`
const idOf = (where: string) => `select public_id from shipping_orders where ${where}`
const PAID = "status = 'pending' and fee_minor is not null"
const DELIVERED = "status = 'delivered'"
const RETURNED = "status = 'returned'"
const CANCELLED = "status = 'cancelled'"
const BOUGHT = "origin = 'nuggets'"
const refusedFee = "select order_public_id from shipping_intents where state = 'refused'"
const noticeOf = (where: string, number: number) =>
  `idempotency_key = 'fulfillment_notice:' || (${idOf(where)}) || ':${number}'`

const ITEM =
  'An item is on its way or fulfilled exactly when it stands on one order of its player, fulfilled when that was delivered.'
const LINES =
  'A cancelled or returned order has no line any more, any other one to fifty, and each line left for what became of its order.'
const PLACEABLE =
  'What stands on an order would have cost no more than the order does, and is worth at least the minimum that it was placed under; goods that go along count nothing.'
const STATUSES =
  'The statuses of an order begin with pending, follow the table of moves, and end with its own, and its times say the same.'
const WAITS = 'A line that waits for stock took none, and waits on an order that is not sent yet.'
const STOCK = 'There is never less than nothing of an item in stock.'
const DECIDED =
  'A shipping fee that was asked for has one debit of its amount, and stands as the wallet decided on that.'
const CHARGED = 'An order is charged for exactly when the game placed it at a cost, by the fee that was taken for it.'
const BACK =
  'A shipping fee goes back once and whole when its order is cancelled or never came to be, and otherwise not at all.'
const HISTORY = 'The history has a shipping fee and its refund with their order, and a fee without an order as voided.'
const ACTIONS =
  'An order and a shipping fee belong to the clicks that asked for them, which are answered with the order once it is decided.'
const PURCHASE =
  'A good bought with Nuggets was put on the order that its purchase shows, and such a purchase opened every order of Nuggets goods.'
const NUMBERS =
  'The notices of an order are numbered from 1 without a gap, each later than the one before, and the order knows the last.'
const NOTICE =
  'A notice names its order and its player, the first says that it was placed, and that of a cancel what goes back.'
const LAST = 'The last notice of an order shows it as it stands, with its lines.'

const orders: Corruption[] = [
  {
    invariant: ITEM,
    sql: [
      `update inventory_items set state = 'ship_requested' where inventory_item_id in
         (select inventory_item_id from shipping_lines where left_because = 'returned')`,
    ],
  },
  { invariant: ITEM, sql: [`update inventory_items set state = 'ship_requested' where state = 'fulfilled'`] },
  {
    invariant: ITEM,
    sql: [
      `update shipping_orders o set player_id = (select player_id from players p where external_id = 'ann'
         and p.operator_id = o.operator_id) where ${BOUGHT}`,
    ],
  },
  {
    invariant: ITEM,
    sql: [
      `update shipping_lines set item_id = (select min(item_id) from catalogue_items) where order_id = (${orderOf(DELIVERED)})`,
    ],
  },
  { invariant: LINES, sql: [`update shipping_lines set left_because = 'returned' where left_because = 'removed'`] },
  { invariant: LINES, sql: [`update shipping_lines set currency = 'USD' where order_id = (${orderOf(DELIVERED)})`] },
  {
    invariant: LINES,
    also: [ITEM, LAST],
    sql: [`update shipping_lines set left_at = null, left_because = null where left_because = 'returned'`],
  },
  {
    invariant: LINES,
    also: [ITEM, LAST],
    sql: [
      `update shipping_lines set left_at = added_at, left_because = 'removed' where order_id = (${orderOf(BOUGHT)})`,
    ],
  },
  {
    invariant: PLACEABLE,
    sql: [
      `update shipping_lines set shipping_cost_minor = shipping_cost_minor + 1 where order_id = (${orderOf(DELIVERED)})`,
    ],
  },
  { invariant: PLACEABLE, sql: [`update shipping_orders set minimum_minor = 1000000 where ${DELIVERED}`] },
  { invariant: STATUSES, sql: [`delete from shipping_moves where status = 'processing'`] },
  { invariant: STATUSES, sql: [`delete from shipping_moves where order_id = (${orderOf(RETURNED)})`] },
  {
    invariant: STATUSES,
    sql: [`update shipping_moves set moved_at = moved_at - interval '1 hour' where status = 'shipped'`],
  },
  { invariant: STATUSES, sql: [`update shipping_orders set replacements_sent_at = null where ${DELIVERED}`] },
  { invariant: STATUSES, sql: [`update shipping_orders set delivered_at = created_at where ${RETURNED}`] },
  {
    invariant: WAITS,
    also: [LAST],
    sql: [
      `update shipping_lines set waiting_for_stock = true, took_stock = false where order_id = (${orderOf(DELIVERED)})`,
    ],
  },
  {
    invariant: STOCK,
    sql: [
      'alter table catalogue_items drop constraint catalogue_items_stock_is_never_negative',
      'update catalogue_items set stock = -1 where stock = 0',
    ],
  },
]

const refundOf = (where: string) => `kind = 'shipping_refund' and subject_id = (${idOf(where)})`

const backWithoutOrder = `select operation_id from wallet_operations join shipping_intents using (operator_id)
  where kind = 'shipping_refund' and subject_id = order_public_id and shipping_intents.state = 'no_order'`

const MOVEMENTS =
  'A movement of money that is final stands in the history once, as what it was, with its amount as the player sees it.'

const fees: Corruption[] = [
  {
    invariant: 'The key and the direction of an operation are those of its kind and subject.',
    sql: [
      `update wallet_operations set idempotency_key = 'shipping:player:1', body = (body::jsonb
         || '{"idempotencyKey":"shipping:player:1"}')::text where kind = 'shipping_debit' and state = 'refused'`,
    ],
  },
  { invariant: MOVEMENTS, sql: [`delete from history_entries where type = 'shipping' and status = 'settled'`] },
  {
    invariant: MOVEMENTS,
    sql: [
      `delete from history_entries where operation_id in (${backWithoutOrder})`,
      `update wallet_attempts set outcome = 'unknown' where operation_id in (${backWithoutOrder})`,
      `update wallet_operations set state = 'open' where operation_id in (${backWithoutOrder})`,
    ],
  },
  { invariant: DECIDED, sql: [`update shipping_intents set fee_minor = fee_minor + 1 where state = 'refused'`] },
  {
    invariant: DECIDED,
    sql: [`update wallet_operations set state = 'open' where kind = 'shipping_debit' and state = 'refused'`],
  },
  { invariant: DECIDED, also: [ACTIONS], sql: [`delete from shipping_intents where state = 'refused'`] },
  { invariant: DECIDED, also: [BACK], sql: [`update shipping_intents set state = 'no_order' where state = 'refused'`] },
  { invariant: CHARGED, sql: [`update shipping_orders set fee_minor = null, fee_currency = null where ${PAID}`] },
  { invariant: CHARGED, sql: [`update shipping_orders set fee_minor = fee_minor + 1 where ${PAID}`] },
  { invariant: CHARGED, sql: [`update shipping_orders set origin = 'game' where ${DELIVERED}`] },
  {
    invariant: BACK,
    sql: copied(
      'wallet_operations',
      refundOf(CANCELLED),
      `operation_id = 900001, state = 'open', subject_id = (${idOf(PAID)}), idempotency_key = 'shipping:refund:' || (${idOf(PAID)}),
         body = (body::jsonb || jsonb_build_object('idempotencyKey', 'shipping:refund:' || (${idOf(PAID)})))::text`,
    ),
  },
  {
    invariant: BACK,
    sql: [
      `update history_entries set amount_minor = amount_minor + 1 where operation_id = (
         select operation_id from wallet_operations where ${refundOf(CANCELLED)})`,
      `update wallet_operations set amount_minor = amount_minor + 1,
         body = jsonb_set(body::jsonb, '{amountMinor}', to_jsonb(amount_minor + 1))::text where ${refundOf(CANCELLED)}`,
    ],
  },
  {
    invariant: HISTORY,
    sql: [`update history_entries set status = 'settled' where status = 'voided' and type = 'shipping'`],
  },
  { invariant: HISTORY, sql: [`update history_entries set order_public_id = null where type = 'shipping'`] },
  { invariant: HISTORY, sql: [`update history_entries set order_public_id = 'ord_x' where type = 'open'`] },
  {
    invariant: 'No round and no shipping fee was begun while its player was excluded or cooling off.',
    sql: [
      `update shipping_intents set created_at = (select changed_at + interval '1 minute' from restriction_changes where self_excluded)`,
    ],
  },
]

const actionsOf = (where: string) => `kind = 'shipping' and subject_id = (${idOf(where)})`

const actions: Corruption[] = [
  { invariant: ACTIONS, sql: [`update actions set status = null, body = null where ${actionsOf(DELIVERED)}`] },
  { invariant: ACTIONS, sql: [`delete from actions where ${actionsOf(DELIVERED)}`] },
  {
    invariant: ACTIONS,
    sql: copied('actions', actionsOf(DELIVERED), `client_action_id = 'other', subject_id = 'ord_x'`),
  },
  {
    invariant: ACTIONS,
    sql: [`update actions set status = 201 where kind = 'shipping' and subject_id = (${refusedFee})`],
  },
  {
    invariant: ACTIONS,
    sql: [
      `update actions set body = jsonb_set(body::jsonb, '{order,publicId}', '"ord_x"')::text where ${actionsOf(PAID)}`,
    ],
  },
  {
    invariant: PURCHASE,
    sql: [
      `update actions set body = jsonb_set(body::jsonb, '{order,publicId}', to_jsonb((${idOf(DELIVERED)})))::text
       where kind = 'nuggets_purchase' and body::jsonb -> 'order' ->> 'publicId' = (${idOf(PAID)})`,
    ],
  },
  {
    invariant: PURCHASE,
    sql: [
      `update actions set body = jsonb_set(body::jsonb, '{order}', 'null')::text
       where kind = 'nuggets_purchase' and body::jsonb -> 'order' ->> 'publicId' = (${idOf(BOUGHT)})`,
    ],
  },
]

const notices: Corruption[] = [
  { invariant: NUMBERS, sql: [`delete from outbox_events where ${noticeOf(DELIVERED, 2)}`] },
  {
    invariant: NUMBERS,
    sql: [`update shipping_orders set noticed_at = noticed_at + interval '1 second' where ${PAID}`],
  },
  {
    invariant: NUMBERS,
    sql: [
      `update outbox_events set occurred_at = occurred_at - interval '1 hour', payload = jsonb_set(payload::jsonb, '{occurredAt}',
         to_jsonb(occurred_at - interval '1 hour'))::text where ${noticeOf(DELIVERED, 2)}`,
    ],
  },
  {
    invariant: NOTICE,
    sql: [
      `update outbox_events set payload = (payload::jsonb || '{"shippingRefundedMinor":1}')::text where ${noticeOf(CANCELLED, 2)}`,
    ],
  },
  {
    invariant: NOTICE,
    sql: [
      `update outbox_events set payload = (payload::jsonb || '{"changes":["status"]}')::text where ${noticeOf(CANCELLED, 2)}`,
    ],
  },
  {
    invariant: NOTICE,
    sql: [
      `update outbox_events set payload = (payload::jsonb || '{"changes":["status"]}')::text where ${noticeOf(PAID, 1)}`,
    ],
  },
  {
    invariant: NOTICE,
    sql: [
      `update outbox_events set payload = jsonb_set(payload::jsonb, '{order,publicId}', '"ord_x"')::text where ${noticeOf(PAID, 1)}`,
    ],
  },
  { invariant: LAST, sql: [`update shipping_orders set carrier = 'somebody' where ${PAID}`] },
  {
    invariant: LAST,
    sql: [`update shipping_lines set value_minor = value_minor + 1 where order_id = (${orderOf(PAID)})`],
  },
]

const ERASED =
  'An erased order has no address, contact, note or tracking in its record, notices, stored answers or draft.'
const KEEPS_ANYTHING = 'alter table shipping_orders drop constraint shipping_orders_erased_are_finished_and_empty'
const EMAIL = `'{order,contact,email}', '"ann@example.test"'`

const erasures: Corruption[] = [
  {
    invariant: ERASED,
    sql: [KEEPS_ANYTHING, `update shipping_orders set contact_email = 'ann@example.test' where ${CANCELLED}`],
  },
  {
    invariant: ERASED,
    also: [LAST],
    sql: [
      KEEPS_ANYTHING,
      `update shipping_orders set address = jsonb_set(address, '{city}', '"Galway"') where ${CANCELLED}`,
    ],
  },
  {
    invariant: ERASED,
    also: [LAST],
    sql: [KEEPS_ANYTHING, `update shipping_orders set user_notes = 'Ring' where ${CANCELLED}`],
  },
  {
    invariant: ERASED,
    sql: [
      `update outbox_events set payload = jsonb_set(payload::jsonb, ${EMAIL})::text where ${noticeOf(CANCELLED, 1)}`,
    ],
  },
  {
    invariant: ERASED,
    sql: [
      `update actions set body = jsonb_set(body::jsonb, ${EMAIL})::text
       where body::jsonb #>> '{order,publicId}' = (${idOf(CANCELLED)})`,
    ],
  },
  {
    invariant: ERASED,
    sql: [`update shipping_intents set fingerprint = 'x' where order_public_id = (${idOf(CANCELLED)})`],
  },
]

/** What may be wrong with orders, with what was charged for them, and with what was told of them. */
export const SHIPPING_CORRUPTIONS: readonly Corruption[] = [...orders, ...fees, ...actions, ...notices, ...erasures]

export const SHIPPING_CORRUPTIONS_ONCE_HEALED: readonly Corruption[] = [
  {
    invariant: 'After healing, no shipping fee is undecided.',
    also: [DECIDED, ACTIONS],
    sql: [`update shipping_intents set state = 'undecided' where state = 'refused'`],
  },
]
