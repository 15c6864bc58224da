import type { CursorPair } from '@coffer/contract/shapes'
import { signal } from '@preact/signals'
import { createResource } from './resource.ts'

export type Page<T> = { readonly rows: readonly T[]; readonly next: string | null }

/** A list that grows by its cursor. `read` gets null for the first page. */
export function createPaged<T>(read: (cursor: string | null) => Promise<{ rows: readonly T[]; cursor: CursorPair }>) {
  const list = createResource<Page<T>>(async () => toPage(await read(null)))
  const isGrowing = signal(false)

  async function more(): Promise<void> {
    const page = list.state.value.data
    if (!page?.next || isGrowing.value) return
    isGrowing.value = true
    try {
      const added = await read(page.next)
      if (list.state.value.data === page) list.set({ rows: [...page.rows, ...added.rows], next: added.cursor.next })
    } catch {
      await list.load()
    } finally {
      isGrowing.value = false
    }
  }
  return { ...list, isGrowing, more }
}

function toPage<T>(answer: { rows: readonly T[]; cursor: CursorPair }): Page<T> {
  return { rows: answer.rows, next: answer.cursor.next }
}
