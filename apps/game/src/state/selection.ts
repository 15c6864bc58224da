import { signal } from '@preact/signals'

/** Ids of the items that are selected; null while nobody selects. */
export const selection = signal<ReadonlySet<number> | null>(null)

export function startSelecting(): void {
  selection.value = new Set()
}

export function stopSelecting(): void {
  selection.value = null
}

export function select(ids: readonly number[]): void {
  selection.value = new Set(ids)
}

export function toggle(id: number): void {
  const chosen = new Set(selection.value)
  if (!chosen.delete(id)) chosen.add(id)
  selection.value = chosen
}
