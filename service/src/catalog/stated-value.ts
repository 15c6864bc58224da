/** How an item's history takes a value that somebody states (decisions §8). Pure. */

/** A value with the moment from which it holds; null: now. */
export type StatedValue = { valueMinor: number; recordedAt: Date | null }

/** A point of an item's history. The last one is in force. */
export type ValuePoint = { valueMinor: number; recordedAt: Date }

/** What a value is compared with: the point in force, whose value is null when none was stated in the item's currency. */
export type InForce = { valueMinor: number | null; recordedAt: Date }

/** The point that a stated value adds, null when it says nothing new, or what is wrong with its moment in words. */
export function pointOf(stated: StatedValue, inForce: InForce, now: Date): ValuePoint | null | string {
  const { valueMinor, recordedAt } = stated
  if (recordedAt && recordedAt > now) return 'must not be in the future'
  if (recordedAt && recordedAt <= inForce.recordedAt) {
    return `must be after ${inForce.recordedAt.toISOString()}, when the value before it was recorded`
  }
  if (valueMinor === inForce.valueMinor) return null
  return { valueMinor, recordedAt: recordedAt ?? momentAfter(inForce.recordedAt, now) }
}

/** Now, and always after the point before: clocks of several processes differ. */
export function momentAfter(last: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1))
}
