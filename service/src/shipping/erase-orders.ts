import { countAnswersWithPersonalData, eraseAnswers } from '../actions/index.ts'
import { type Actor, appendAudit } from '../audit/index.ts'
import type { Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { countEventsWithPersonalData, eraseEvents } from '../webhooks/index.ts'
import { noticeKey } from './change-order-record.ts'
import {
  countDrafts,
  countOrders,
  eraseDecidedDrafts,
  eraseDraftsOf,
  eraseOrderRecords,
  listErasable,
  listFinishedOrders,
  lockIntents,
  type NoticedOrder,
} from './erase-store.ts'
import { countUndecidedIntents } from './order-store.ts'

/**
 * Erases the addresses, contacts, notes and tracking of a player's finished orders, also in their notices and stored answers, and all drafts of
 * orders whose fee is decided. Open orders keep their own.
 */
export async function eraseOrders(ctx: Context, owner: Owner, actor: Actor): Promise<void> {
  while ((await ctx.systemTx((tx) => eraseBatch(ctx, tx, owner, actor))) > 0);
  await ctx.systemTx((tx) => eraseDecidedDrafts(tx, owner))
}

/** Erases a batch of orders in one transaction. Returns how many were due. */
async function eraseBatch(ctx: Context, tx: Tx, owner: Owner, actor: Actor): Promise<number> {
  const at = ctx.clock.now()
  const due = await listErasable(tx, owner, ctx.limits.erasedOrdersCount)
  if (due.length === 0) return 0
  await lockIntents(tx, owner, due)
  // The desk may have sent replacements meanwhile, or another erasure was first.
  const orders = await eraseOrderRecords(tx, owner, { at, publicIds: due })
  const publicIds = orders.map(({ publicId }) => publicId)
  if (publicIds.length > 0) {
    await eraseDraftsOf(tx, owner, publicIds)
    await eraseAnswers(tx, owner, { orderPublicIds: publicIds, at })
    await eraseEvents(tx, owner.operatorId, { idempotencyKeys: noticeKeys(orders), at })
    await appendAudit(ctx, tx, owner.operatorId, { actor, action: 'order.erased', details: { publicIds }, at })
  }
  return due.length
}

function noticeKeys(orders: readonly NoticedOrder[]): string[] {
  return orders.flatMap(({ publicId, noticeCount }) =>
    Array.from({ length: noticeCount }, (_, index) => noticeKey(publicId, index + 1)),
  )
}

/** Counts of orders of a player with personal data, and of what repeats it. */
type StoredOrders = {
  finishedOrders: number
  /** Notices and stored answers of finished orders, and drafts of orders whose fee is decided. */
  orderCopies: number
  /** Orders that are not finished, and those whose fee is not decided. */
  openOrders: number
}

/** Counts the orders of a player that contain personal data, by what is in them. */
export async function countStoredOrders(tx: Tx, owner: Owner): Promise<StoredOrders> {
  const { open, finished } = await countOrders(tx, owner)
  const orders = await listFinishedOrders(tx, owner)
  const publicIds = orders.map(({ publicId }) => publicId)
  const answersCount = await countAnswersWithPersonalData(tx, owner, publicIds)
  const noticesCount = await countEventsWithPersonalData(tx, owner.operatorId, noticeKeys(orders))
  return {
    finishedOrders: finished,
    orderCopies: answersCount + noticesCount + (await countDrafts(tx, owner)),
    openOrders: open + (await countUndecidedIntents(tx, owner)),
  }
}
