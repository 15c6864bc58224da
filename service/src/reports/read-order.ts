import type { AdminOrder, AdminOrderChange } from '@coffer/contract/admin'
import { SHOWN_ORDER_CHANGES } from '@coffer/contract/order-names'
import { mayDo } from '@coffer/contract/permissions'
import { CALLS_OF_OPERATION, OPERATIONS_OF_KEY } from '@coffer/contract/round-names'
import { appendAudit } from '../audit/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  feeKeysOf,
  findOrder,
  type LineRecord,
  listLeftLines,
  nextStatusesOf,
  type OrderRecord,
  PERSONAL_FIELDS,
  showOrders,
} from '../shipping/index.ts'
import { type NamedOperator, type StaffSession, showAudit } from '../staff/index.ts'
import { listCalls, listOperations } from '../wallet/index.ts'
import { operationView } from './round-view.ts'

/** The member of staff who reads, and the operator. */
type Reader = NamedOperator & { session: StaffSession }

/** A shipping order with its address. The audit log records the view. Throws ORDER_NOT_FOUND. */
export async function viewOrder(ctx: Context, reader: Reader, publicId: string): Promise<AdminOrder> {
  const { operatorId, actor } = reader
  await ctx.tx(operatorId, async (tx) => {
    await requireOrder(tx, operatorId, publicId)
    await appendAudit(ctx, tx, operatorId, {
      actor,
      action: 'order.read',
      details: { publicId },
      at: ctx.clock.now(),
    })
  })
  return readOrderUnrecorded(ctx, reader, publicId)
}

/** A shipping order with its address, without an entry of the audit log: the caller has recorded a view or a change. Throws ORDER_NOT_FOUND. */
export async function readOrderUnrecorded(ctx: Context, reader: Reader, publicId: string): Promise<AdminOrder> {
  const { operatorId, session } = reader
  const order = await ctx.tx(operatorId, async (tx) => {
    const record = await requireOrder(tx, operatorId, publicId)
    // The admin loads pictures that Coffer serves by their paths.
    const [shown] = await showOrders(tx, operatorId, [record], { baseUrl: '' })
    const operations = await readOperations(ctx, tx, record)
    return {
      ...present(shown, 'an order has its view'),
      playerId: record.player_id,
      origin: record.origin,
      version: record.notice_count,
      nextStatuses: nextStatusesOf(record),
      leftItems: (await listLeftLines(tx, operatorId, record.order_id)).map(leftItemView),
      refundState: operations.findLast(({ kind }) => kind === 'shipping_refund')?.state ?? null,
      operations: mayDo(session.roles, 'rounds.read') ? operations : null,
    }
  })
  return { ...order, changes: await readChanges(ctx, reader, publicId) }
}

async function requireOrder(tx: Tx, operatorId: number, publicId: string): Promise<OrderRecord> {
  const found = await findOrder(tx, { operatorId, playerId: null }, publicId)
  if (!found) throw new Refusal('ORDER_NOT_FOUND')
  return found
}

/** The debit and the refund of the fee, oldest first, with their calls to the wallet. */
async function readOperations(ctx: Context, tx: Tx, order: OrderRecord) {
  const { operator_id: operatorId } = order
  const rows = await listOperations(tx, operatorId, feeKeysOf(order), OPERATIONS_OF_KEY)
  const ids = rows.map(({ operation_id }) => operation_id)
  const calls = await listCalls(tx, operatorId, ids, CALLS_OF_OPERATION)
  const ofOperation = Map.groupBy(calls, ({ operationId }) => operationId)
  const now = ctx.clock.now()
  return rows.map((row) => operationView(row, ofOperation.get(row.operation_id) ?? [], now))
}

function leftItemView(line: LineRecord): AdminOrder['leftItems'][number] {
  return {
    inventoryItemId: line.inventory_item_id,
    itemId: line.item_id,
    name: line.name,
    leftAt: present(line.left_at, 'a line that left has its time').toISOString(),
    because: present(line.left_because, 'a line that left has its reason'),
  }
}

/** Reads the audit log, which has the actor and the reason of each change. */
async function readChanges(ctx: Context, reader: Reader, publicId: string): Promise<AdminOrderChange[]> {
  const { entries } = await showAudit(ctx, reader, {
    actions: ['order.changed', 'order.cancelled', 'order.erased'],
    object: publicId,
    objectType: 'order',
    sort: '-entryNumber',
    limit: SHOWN_ORDER_CHANGES,
  })
  return entries.map(({ entryNumber, at, actor, actorName, isPlatformStaff, action, reason, changes }) => ({
    ...{ entryNumber, at, actor, actorName, isPlatformStaff },
    action: action as AdminOrderChange['action'],
    reason,
    changes: changes.map((change) => (PERSONAL_FIELDS.includes(change.field ?? '') ? { field: change.field } : change)),
  }))
}
