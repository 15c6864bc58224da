import { signal } from '@preact/signals'

type Counted = { readonly boxId: number; readonly freeOpens: number }

/** Operator-funded opens that the player has of each box, of the launch and of campaigns alike, as the service last said. */
const counts = signal<ReadonlyMap<number, number>>(new Map())
let opens = 0

export function freeOpensOf(boxId: number): number {
  return counts.value.get(boxId) ?? 0
}

export function noteFreeOpens(boxes: readonly Counted[]): void {
  counts.value = new Map([...counts.peek(), ...boxes.map(({ boxId, freeOpens }) => [boxId, freeOpens] as const)])
}

/** Takes what an open has left. */
export function countDown(boxId: number, left: number): void {
  opens++
  noteFreeOpens([{ boxId, freeOpens: Math.max(0, left) }])
}

/** Takes counts that were asked for at `mark`, unless a free open was counted since: they would give it back. */
export function offerFreeOpens(boxes: readonly Counted[], mark: number): void {
  if (mark === opens) noteFreeOpens(boxes)
}

export const freeOpensMark = () => opens
