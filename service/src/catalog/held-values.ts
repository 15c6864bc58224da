import type { ItemValue } from '@coffer/contract/vault'
import { type Actor, actorIdOf, appendAudit } from '../audit/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { lockCatalogue } from './box-store.ts'
import { type Change, startChange } from './change.ts'
import {
  countHeld,
  endWait,
  type HeldValueRecord,
  listWaiting,
  lockHeldValue,
  markApproved,
} from './held-value-store.ts'
import { itemsByIds } from './item-store.ts'
import { alertStaff } from './profit-change.ts'
import { planValues, putValues } from './put-values.ts'
import { valueInForce } from './record-value.ts'
import { lockValues } from './values-in-force.ts'

/** `itemId`: the item that the value must be of; omitted: any. */
type NamedHeldValue = { operatorId: number; heldValueId: number; itemId?: number }

export type ApproveValue = NamedHeldValue & { approver: Actor }

/** Why a value that was held is not put in force. */
export type NotApproved = 'unknown' | 'not_waiting' | 'expired' | 'same_person' | 'value_has_moved'

/**
 * Puts a value in force that waited for a second person: somebody else than who asked for it. What was asked for is what is approved:
 * when the item's value has moved since, it has to be asked for anew.
 */
export async function approveValue(ctx: Context, input: ApproveValue): Promise<ItemValue | NotApproved> {
  const { operatorId, heldValueId, approver } = input
  const done = await ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const held = await lockNamed(tx, input)
    if (held === null) return 'unknown'
    return waitFault(held, change.now) ?? putHeld(change, held, approver)
  })
  if (typeof done === 'string') return done
  alertStaff(ctx, operatorId, done.profitChanges)
  const { itemId, valueMinor, currency } = done.value
  const alert = { operatorId, heldValueId, approver: actorIdOf(approver), itemId, valueMinor, currency }
  ctx.alerts.raise('value_step_approved', alert)
  return done.value
}

/** Approves a value as above. Throws SECOND_PERSON_REQUIRED for the one who asked for it, and HELD_VALUE_NOT_WAITING. */
export async function approveOrRefuse(ctx: Context, input: ApproveValue): Promise<void> {
  const done = await approveValue(ctx, input)
  if (typeof done !== 'string') return
  throw new Refusal(done === 'same_person' ? 'SECOND_PERSON_REQUIRED' : 'HELD_VALUE_NOT_WAITING')
}

/** Declines or withdraws a value that waits: it is never put in force. Throws HELD_VALUE_NOT_WAITING. */
export async function declineValue(
  ctx: Context,
  input: NamedHeldValue & { actor: Actor; reason: string },
): Promise<void> {
  const { operatorId, heldValueId, actor, reason } = input
  return ctx.tx(operatorId, async (tx) => {
    await lockCatalogue(tx, operatorId)
    const held = await lockNamed(tx, input)
    const at = ctx.clock.now()
    if (held === null || waitFault(held, at) !== null) throw new Refusal('HELD_VALUE_NOT_WAITING')
    await endWait(tx, held, 'declined')
    const { item_id: itemId, from_minor: lastMinor, value_minor: declinedMinor, currency, asked_by: askedBy } = held
    const details = { heldValueId, itemId, lastMinor, declinedMinor, currency, askedBy, reason }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'catalog.value_declined', details, at })
  })
}

async function lockNamed(tx: Tx, { operatorId, heldValueId, itemId }: NamedHeldValue): Promise<HeldValueRecord | null> {
  const held = await lockHeldValue(tx, operatorId, heldValueId)
  return held && (itemId === undefined || held.item_id === itemId) ? held : null
}

function waitFault({ state, expires_at }: HeldValueRecord, now: Date): 'not_waiting' | 'expired' | null {
  if (state !== 'waiting') return 'not_waiting'
  return expires_at <= now ? 'expired' : null
}

async function putHeld(change: Change, held: HeldValueRecord, approver: Actor) {
  const { tx, now } = change
  const { operator_id: operatorId, item_id: itemId, value_minor: valueMinor, recorded_at: recordedAt } = held
  if (held.asked_by === actorIdOf(approver)) return 'same_person'
  const inForce = await lockValues(tx, operatorId, [itemId])
  const item = present(inForce.get(itemId), 'an item is never deleted')
  if (item.valueMinor !== held.from_minor || item.currency !== held.currency) return 'value_has_moved'
  const stated = [{ itemId, valueMinor, recordedAt, path: 'recordedAt', valuePath: 'valueMinor' }]
  const { points, faults } = await planValues(change, stated, inForce, { isApproved: true })
  if (faults.length > 0 || points.length === 0) return 'value_has_moved'
  const { held_value_id: heldValueId, asked_by: askedBy, from_minor: from, currency } = held
  const details = { heldValueId, itemId, from, to: valueMinor, currency, askedBy }
  const entry = { actor: approver, action: 'catalog.value_approved' as const, details, at: now }
  const profitChanges = await putValues(change, points, [entry])
  const value = await valueInForce(tx, operatorId, itemId)
  await markApproved(tx, held, { by: actorIdOf(approver), at: now, revisionId: value.revisionId })
  return { value: { ...value, changed: true }, profitChanges }
}

/** A value that waits for a second person. */
export type HeldValue = {
  heldValueId: number
  itemId: number
  key: string
  name: string
  lastMinor: number
  valueMinor: number
  currency: string
  askedBy: string
  askedAt: string
  expiresAt: string
}

/** The values of an operator that can be approved now, oldest first. */
export function listHeldValues(ctx: Context, operatorId: number): Promise<HeldValue[]> {
  return ctx.tx(operatorId, async (tx) => {
    const rows = await listWaiting(tx, operatorId, ctx.clock.now())
    const ids = rows.map((row) => row.item_id)
    const items = await itemsByIds(tx, operatorId, ids)
    return rows.map((row) => ({
      ...{ heldValueId: row.held_value_id, itemId: row.item_id },
      ...{ key: items.get(row.item_id)?.key ?? '', name: items.get(row.item_id)?.name ?? '' },
      ...{ lastMinor: row.from_minor, valueMinor: row.value_minor, currency: row.currency, askedBy: row.asked_by },
      ...{ askedAt: row.asked_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    }))
  })
}

/** How many values of all operators wait, and how many were approved. */
export function countHeldValues(ctx: Context): Promise<{ waiting: number; approved: number }> {
  return ctx.systemTx((tx) => countHeld(tx, ctx.clock.now()))
}
