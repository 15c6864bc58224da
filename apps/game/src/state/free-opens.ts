import { signal } from '@preact/signals'

/** Operator-funded opens that the player has of each box, of the launch and of campaigns alike, as the service last said. */
const counts = signal<ReadonlyMap<number, number>>(new Map())

export function freeOpensOf(boxId: number): number {
  return counts.value.get(boxId) ?? 0
}

export function noteFreeOpens(boxes: readonly { readonly boxId: number; readonly freeOpens: number }[]): void {
  counts.value = new Map([...counts.peek(), ...boxes.map(({ boxId, freeOpens }) => [boxId, freeOpens] as const)])
}
