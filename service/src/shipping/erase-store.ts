import type { Address } from '@coffer/contract/shipping'
import { type RawBuilder, sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import { inLockOrder, type Tx } from '../platform/index.ts'
import { FINISHED_STATUSES } from './order.ts'

/** An order, and how many notices of it there are. */
export type NoticedOrder = { publicId: string; noticeCount: number }

/** An order that was asked for, and of which nothing came so far, because its fee is not decided or was refused. */
export type UnplacedOrder = { createdAt: Date; address: Address; email: string; userNotes: string | null }

const isFinished = sql`status = any(${[...FINISHED_STATUSES]}::text[])`

function isOf({ operatorId, playerId }: Owner): RawBuilder<unknown> {
  return sql`operator_id = ${operatorId} and player_id = ${playerId}`
}

/** The public ids of up to `count` finished orders of a player that are not erased. */
export async function listErasable(tx: Tx, owner: Owner, count: number): Promise<string[]> {
  const { rows } = await sql<{ publicId: string }>`
    select public_id as "publicId" from shipping_orders
    where ${isOf(owner)} and ${isFinished} and erased_at is null
    order by order_id limit ${count}`.execute(tx)
  return rows.map(({ publicId }) => publicId)
}

/** Locks the intents of orders: a repeated request stores the answer of its order under this lock. */
export async function lockIntents(tx: Tx, { operatorId }: Owner, publicIds: readonly string[]): Promise<void> {
  inLockOrder(tx, 'round or intent', publicIds.join())
  await sql`
    select from shipping_intents
    where operator_id = ${operatorId} and order_public_id = any(${[...publicIds]}::text[])
    order by intent_id for update`.execute(tx)
}

/** Erases the personal data of those of these orders that are finished, and returns them. Run as the system. */
export async function eraseOrderRecords(
  tx: Tx,
  owner: Owner,
  { at, publicIds }: { at: Date; publicIds: readonly string[] },
): Promise<NoticedOrder[]> {
  inLockOrder(tx, 'shipping order', publicIds.join())
  const { rows } = await sql<NoticedOrder>`
    update shipping_orders
    set address = erased_address(address), contact_email = '', user_notes = null, tracking_number = null,
      tracking_url = null, erased_at = ${at}
    where ${isOf(owner)} and public_id = any(${[...publicIds]}::text[]) and ${isFinished} and erased_at is null
    returning public_id as "publicId", notice_count as "noticeCount"`.execute(tx)
  return rows
}

const isErasableDraft = sql`state <> 'undecided' and (draft <> erased_draft(draft) or fingerprint <> '')`

/** Erases the drafts of these orders. The caller has locked them. Run as the system. */
export async function eraseDraftsOf(tx: Tx, owner: Owner, publicIds: readonly string[]): Promise<void> {
  await sql`
    update shipping_intents set draft = erased_draft(draft), fingerprint = ''
    where ${isOf(owner)} and order_public_id = any(${[...publicIds]}::text[]) and ${isErasableDraft}`.execute(tx)
}

/** Erases the drafts of all orders whose fee is decided. Run as the system. */
export async function eraseDecidedDrafts(tx: Tx, owner: Owner): Promise<void> {
  inLockOrder(tx, 'round or intent', 'decided ones')
  await sql`
    update shipping_intents set draft = erased_draft(draft), fingerprint = ''
    where ${isOf(owner)} and intent_id = any (array(
      select intent_id from shipping_intents where ${isOf(owner)} and ${isErasableDraft} order by intent_id for update
    ))`.execute(tx)
}

/** The orders that were asked for and not placed, with personal data, oldest first. */
export async function listUnplacedOrders(tx: Tx, owner: Owner): Promise<UnplacedOrder[]> {
  const { rows } = await sql<UnplacedOrder>`
    select created_at as "createdAt", draft -> 'address' as address, draft ->> 'contactEmail' as email,
      draft ->> 'userNotes' as "userNotes"
    from shipping_intents where ${isOf(owner)} and state <> 'ordered' and draft <> erased_draft(draft)
    order by intent_id`.execute(tx)
  return rows
}

export async function countDrafts(tx: Tx, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from shipping_intents where ${isOf(owner)} and ${isErasableDraft}`.execute(tx)
  return rows[0]!.count
}

/** Counts the orders of a player: open ones, and finished ones with personal data. */
export async function countOrders(tx: Tx, owner: Owner): Promise<{ open: number; finished: number }> {
  const { rows } = await sql<{ open: number; finished: number }>`
    select count(*) filter (where not ${isFinished}) as open,
      count(*) filter (where ${isFinished} and (address <> erased_address(address) or contact_email <> ''
        or num_nonnulls(user_notes, tracking_number, tracking_url) > 0)) as finished
    from shipping_orders where ${isOf(owner)}`.execute(tx)
  return rows[0]!
}

export async function listFinishedOrders(tx: Tx, owner: Owner): Promise<NoticedOrder[]> {
  const { rows } = await sql<NoticedOrder>`
    select public_id as "publicId", notice_count as "noticeCount" from shipping_orders
    where ${isOf(owner)} and ${isFinished}`.execute(tx)
  return rows
}
