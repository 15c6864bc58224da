import { type Actor, type AuditEntry, actorIdOf, appendEntries } from '../audit/index.ts'
import { later, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { lockCatalogue } from './box-store.ts'
import { endWait, findWaiting, type HeldValueRecord, insertHeldValue } from './held-value-store.ts'
import { type HeldLeap, type Leap, LeapsFound, leapRefusal } from './value-step.ts'
import { lockItems } from './value-store.ts'

/** The actor who states values; null when none was named. */
export type StatedBy = Actor | null

type HeldLeaps = { leaps: readonly Leap[]; held: readonly HeldLeap[] }

/** Runs `work` like `holdIfLeaping`, and refuses values that leap with VALUE_STEP_TOO_LARGE. */
export async function holdLeaps<T>(
  ctx: Context,
  operatorId: number,
  statedBy: StatedBy,
  work: () => Promise<T>,
): Promise<T> {
  const outcome = await holdIfLeaping(ctx, operatorId, { statedBy, reason: null }, work)
  if ('result' in outcome) return outcome.result
  throw leapRefusal(outcome.leaps, outcome.held)
}

/**
 * Runs `work`, which states values. When one of them leaps too far, nothing of the work stays and the leaps wait for a second person. Leaps of an
 * actor who is not named do not wait, because the second person must differ from the first.
 */
export async function holdIfLeaping<T>(
  ctx: Context,
  operatorId: number,
  { statedBy, reason }: { statedBy: StatedBy; reason: string | null },
  work: () => Promise<T>,
): Promise<{ result: T } | HeldLeaps> {
  try {
    return { result: await work() }
  } catch (thrown) {
    if (!(thrown instanceof LeapsFound)) throw thrown
    const { leaps } = thrown
    const held = statedBy === null ? [] : await hold(ctx, operatorId, { statedBy, reason }, leaps)
    alertLeaps(ctx, operatorId, statedBy, { leaps, held })
    return { leaps, held }
  }
}

/** Alerts staff of values that leap. To be called after the transaction that holds them has committed. */
export function alertLeaps(ctx: Context, operatorId: number, statedBy: StatedBy, { leaps, held }: HeldLeaps): void {
  const [first] = leaps
  if (first === undefined) return
  const { itemId, lastMinor, valueMinor, currency } = first
  const alert = {
    operatorId,
    teller: statedBy && actorIdOf(statedBy),
    leapsCount: leaps.length,
    itemId,
    lastMinor,
    valueMinor,
    currency,
  }
  ctx.alerts.raise('value_step_refused', { ...alert, heldValueIds: held.map(({ heldValueId }) => heldValueId) })
}

type Requester = { statedBy: Actor; reason: string | null }

function hold(ctx: Context, operatorId: number, requester: Requester, leaps: readonly Leap[]): Promise<HeldLeap[]> {
  return ctx.tx(operatorId, async (tx) => {
    await lockCatalogue(tx, operatorId)
    const { held, entries } = await holdInTransaction(ctx, tx, operatorId, requester, leaps)
    await appendEntries(ctx, tx, operatorId, entries)
    return held
  })
}

/**
 * Holds the first leap of each item for a second person, at most `heldValuesCount` of them. Returns the entries that the caller adds to the audit log
 * at the end of the transaction. The catalogue is to be locked before.
 */
export async function holdInTransaction(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  requester: Requester,
  leaps: readonly Leap[],
): Promise<{ held: HeldLeap[]; entries: AuditEntry[] }> {
  const first = new Map(leaps.toReversed().map((leap) => [leap.itemId, leap]))
  const wanted = [...first.values()].reverse().slice(0, ctx.limits.heldValuesCount)
  const ids = wanted.map(({ itemId }) => itemId)
  const items = await lockItems(tx, operatorId, ids)
  const held: HeldLeap[] = []
  const added: HeldValueRecord[] = []
  for (const leap of wanted) {
    const item = present(items.get(leap.itemId), 'an item is never deleted')
    // Another value was put in force meanwhile: the leap was refused for the one before.
    if (item.valueMinor !== leap.lastMinor || item.currency !== leap.currency) continue
    const { record, isNew } = await holdOne(ctx, tx, operatorId, requester, leap)
    held.push({ ...leap, heldValueId: record.held_value_id, expiresAt: record.expires_at })
    if (isNew) added.push(record)
  }
  return { held, entries: added.map((record) => entryOf(record, requester)) }
}

/** The same asked for again is the same: whoever asked first stays the one who asked. */
async function holdOne(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  { statedBy, reason }: Requester,
  { itemId, lastMinor, valueMinor, currency, recordedAt }: Leap,
): Promise<{ record: HeldValueRecord; isNew: boolean }> {
  const now = ctx.clock.now()
  const before = await findWaiting(tx, operatorId, itemId)
  const isSame =
    before?.value_minor === valueMinor &&
    before.from_minor === lastMinor &&
    before.currency === currency &&
    before.recorded_at?.getTime() === recordedAt?.getTime()
  if (before && isSame && before.expires_at > now) return { record: before, isNew: false }
  if (before) await endWait(tx, before, 'replaced')
  const record = await insertHeldValue(tx, {
    ...{ operator_id: operatorId, item_id: itemId, from_minor: lastMinor, value_minor: valueMinor, currency },
    ...{ recorded_at: recordedAt, asked_by: actorIdOf(statedBy), asked_at: now, reason },
    expires_at: later(now, ctx.limits.heldValueMs),
  })
  return { record, isNew: true }
}

function entryOf(record: HeldValueRecord, { statedBy: actor, reason }: Requester): AuditEntry {
  const { held_value_id: heldValueId, item_id: itemId, from_minor: from, value_minor: to, currency } = record
  const details = { heldValueId, itemId, from, to, currency, ...(reason !== null && { reason }) }
  return { actor, action: 'catalog.value_held', details, at: record.asked_at }
}
