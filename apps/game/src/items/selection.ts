import { batch, signal } from '@preact/signals'

export type Purpose = 'cash-back' | 'ship' | 'upgrade'

/** Ids of the items that are selected; null while nobody selects. */
export const selection = signal<ReadonlySet<number> | null>(null)
/** What they are selected for; null while nobody selects. */
export const purpose = signal<Purpose | null>(null)

export function startSelecting(wanted: Purpose, ids: readonly number[] = []): void {
  batch(() => {
    purpose.value = wanted
    selection.value = new Set(ids)
  })
}

export function stopSelecting(): void {
  batch(() => {
    purpose.value = null
    selection.value = null
  })
}

export function select(ids: readonly number[]): void {
  selection.value = new Set(ids)
}

export function toggle(id: number): void {
  const chosen = new Set(selection.value)
  if (!chosen.delete(id)) chosen.add(id)
  selection.value = chosen
}
