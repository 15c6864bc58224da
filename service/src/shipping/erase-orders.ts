import { countAnswersWithAddress, eraseAnswers } from '../actions/index.ts'
import { type Actor, appendAudit } from '../audit/index.ts'
import type { Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { countEventsWithAddress, eraseEvents } from '../webhooks/index.ts'
import { noticeKey } from './change-order-record.ts'
import {
  countDrafts,
  countOrders,
  eraseDrafts,
  eraseOrderRecords,
  listErasable,
  listFinishedOrders,
  lockIntents,
  type NoticedOrder,
} from './erase-store.ts'
import { countUndecidedIntents } from './order-store.ts'

/**
 * Erases the addresses, contacts, notes and tracking of a player's finished orders, also in their notices and stored answers, and those of
 * orders that were not placed. Orders that are not finished keep theirs.
 */
export async function eraseOrders(ctx: Context, owner: Owner, actor: Actor): Promise<void> {
  await ctx.systemTx((tx) => eraseDrafts(tx, owner))
  while ((await ctx.systemTx((tx) => eraseSome(ctx, tx, owner, actor))) > 0);
}

/** Erases some orders in one transaction. Returns how many. */
async function eraseSome(ctx: Context, tx: Tx, owner: Owner, actor: Actor): Promise<number> {
  const at = ctx.clock.now()
  const publicIds = await listErasable(tx, owner, ctx.limits.erasedOrdersCount)
  if (publicIds.length === 0) return 0
  await lockIntents(tx, owner, publicIds)
  const orders = await eraseOrderRecords(tx, owner, { at, publicIds })
  await eraseAnswers(tx, owner, publicIds)
  await eraseEvents(tx, owner.operatorId, noticeKeys(orders))
  await appendAudit(ctx, tx, owner.operatorId, { actor, action: 'order.erased', details: { publicIds }, at })
  return publicIds.length
}

function noticeKeys(orders: readonly NoticedOrder[]): string[] {
  return orders.flatMap(({ publicId, noticeCount }) =>
    Array.from({ length: noticeCount }, (_, index) => noticeKey(publicId, index + 1)),
  )
}

/** Orders of a player that contain personal data, and what repeats it. */
export type HeldOrders = {
  finishedOrders: number
  /** Notices and stored answers of finished orders, and drafts of orders whose fee is decided. */
  orderCopies: number
  /** Orders that are not finished, and those whose fee is not decided. */
  openOrders: number
}

/** Counts the orders of a player that contain personal data, by what is in them. */
export async function countHeldOrders(tx: Tx, owner: Owner): Promise<HeldOrders> {
  const { open, finished } = await countOrders(tx, owner)
  const orders = await listFinishedOrders(tx, owner)
  const publicIds = orders.map(({ publicId }) => publicId)
  const answersCount = await countAnswersWithAddress(tx, owner, publicIds)
  const noticesCount = await countEventsWithAddress(tx, owner.operatorId, noticeKeys(orders))
  return {
    finishedOrders: finished,
    orderCopies: answersCount + noticesCount + (await countDrafts(tx, owner)),
    openOrders: open + (await countUndecidedIntents(tx, owner)),
  }
}
