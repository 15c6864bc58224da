import { z } from 'zod'
import { auditActor, auditChange } from './admin-audit.ts'
import { ofOperator, operator, reason, version } from './admin-fields.ts'
import { adminWalletOperation } from './admin-rounds.ts'
import { AUDIT_ACTIONS } from './audit.ts'
import { ORDER_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { LEAVING_REASONS, ORDER_ORIGINS, SHIPPING_STATUSES, SHOWN_ORDER_CHANGES } from './order-names.ts'
import { WALLET_OPERATION_STATES } from './round-names.ts'
import { defineAdminRoutes } from './route.ts'
import { backendOrder, orderParams, orderSave } from './s2s-shipping.ts'
import { cursorPair, id, minor, timestamp } from './shapes.ts'

const count = z.int().min(0)

const row = z.object({
  publicId: z.string(),
  createdAt: timestamp,
  playerExternalId: z.string(),
  status: z.enum(SHIPPING_STATUSES),
  statusSince: timestamp.meta({ description: 'Time at which the order got its status' }),
  items: z.array(z.string()).meta({ description: 'Names of the items on the order' }),
  itemCount: count,
  waitingCount: count.meta({ description: 'Items that wait for stock' }),
  country: z.string(),
  itemsValueTotalMinor: minor,
  shippingCostMinor: minor.meta({ description: 'Shipping cost by the catalogue' }),
  realizedTotalCostMinor: minor.nullable().meta({ description: 'Actual shipping cost; null until it is recorded' }),
  currency: z.string(),
  carrier: z.string().nullable(),
  deliveredAt: timestamp.nullable(),
})

const leftItem = z.object({
  inventoryItemId: id,
  itemId: id,
  name: z.string(),
  leftAt: timestamp,
  because: z.enum(LEAVING_REASONS),
})

const orderChange = z.object({
  entryNumber: id.meta({ description: 'Number of the entry in the audit log' }),
  at: timestamp,
  ...auditActor.shape,
  action: z.enum(AUDIT_ACTIONS),
  reason: z.string().nullable(),
  changes: z.array(auditChange).meta({ description: 'Personal data is named without its values' }),
})

const detail = backendOrder.extend({
  playerId: id,
  origin: z.enum(ORDER_ORIGINS),
  version,
  nextStatuses: z
    .array(z.enum(SHIPPING_STATUSES))
    .meta({ description: 'Statuses that a change can give the order now. Cancelling is a route of its own' }),
  leftItems: z.array(leftItem).meta({ description: 'Items that are no longer on the order, oldest first' }),
  refundState: z
    .enum(WALLET_OPERATION_STATES)
    .nullable()
    .meta({ description: 'State of the refund of the fee; null without a refund' }),
  operations: z
    .array(adminWalletOperation)
    .nullable()
    .meta({ description: 'The debit and the refund of the fee. Null without the permission `rounds.read`' }),
  changes: z.array(orderChange).meta({
    description: `The newest ${SHOWN_ORDER_CHANGES} changes by staff and the command line, newest first`,
  }),
})

const one = { 200: z.object({ order: detail }) }
const listRequest = pageOfList(ORDER_LIST)

/** Shipping orders of an operator. */
export const adminOrderRoutes = defineAdminRoutes({
  listOrders: {
    method: 'POST',
    path: '/api/admin/orders/list',
    access: ORDER_LIST.permission,
    reads: true,
    summary: 'List shipping orders, without addresses',
    body: listRequest,
    success: { 200: z.object({ orders: z.array(row), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportOrders: {
    method: 'POST',
    path: '/api/admin/orders/export',
    access: ORDER_LIST.permission,
    summary:
      'Every shipping order that the filters match, as CSV without addresses, newest first; the export is recorded',
    body: filtersOf(ORDER_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getOrder: {
    method: 'GET',
    path: '/api/admin/orders/:publicId',
    access: ORDER_LIST.permission,
    summary: 'One shipping order with its address, wallet calls and changes; the view is recorded',
    params: orderParams,
    query: ofOperator,
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'ORDER_NOT_FOUND'],
  },
  changeOrder: {
    method: 'POST',
    path: '/api/admin/orders/:publicId',
    access: 'orders.manage',
    summary:
      'Change status, tracking, recorded cost, delivery note or address of an order; one change sends one notice',
    params: orderParams,
    body: z.strictObject({ operator, version, reason: reason.optional(), ...orderSave.shape }),
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_CHANGED', 'SHIPMENT_NOT_EDITABLE'],
  },
  cancelOrder: {
    method: 'POST',
    path: '/api/admin/orders/:publicId/cancel',
    access: 'orders.manage',
    summary: 'Cancel a pending order: its items go back to the vault, and a fee that the player paid to the wallet',
    params: orderParams,
    body: z.object({ operator, version, reason }),
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_CHANGED', 'SHIPMENT_NOT_CANCELLABLE'],
  },
})

export type ListOrdersRequest = z.infer<typeof listRequest>
export type AdminOrderRow = z.infer<typeof row>
export type AdminOrder = z.infer<typeof detail>
export type AdminOrderChange = z.infer<typeof orderChange>
