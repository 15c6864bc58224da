import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EditDraft } from './draft-history.ts'
import { dragChance, takeRest } from './draft-tools.ts'
import { addRow, type DraftRow, moveRow, removeRow, setChance, toggleLock } from './version-draft.ts'

/** The ID of the field that searches for another prize. */
export const SEARCH_ID = 'add-prize'

/** The ID of the field for the chance of a prize. */
export function chanceId(itemId: number): string {
  return `chance-${itemId}`
}

/** The ID of the slider for the chance of a prize. */
export function sliderId(itemId: number): string {
  return `slider-${itemId}`
}

/** The ID of the button that removes a prize. */
export function removeId(itemId: number): string {
  return `remove-${itemId}`
}

/** Changes of the rows of a draft. They stay the same functions, so that only the rows that change are rendered again. */
export type RowEdits = {
  readonly add: (row: DraftRow) => void
  readonly setChance: (itemId: number, chance: string) => void
  /** Moves the slider of a chance to a stop. */
  readonly dragChance: (itemId: number, stop: number) => void
  /** Ends a drag, so that the next one is undone separately. */
  readonly endDrag: () => void
  readonly takeRest: (itemId: number) => void
  readonly toggleLock: (itemId: number) => void
  readonly move: (itemId: number, by: -1 | 1) => void
  readonly remove: (itemId: number) => void
  /** Moves the focus to the chance of the row above (-1) or below (1). Below the last row is the search. */
  readonly goTo: (itemId: number, by: -1 | 1) => void
}

/** Changes of the rows of a draft, which keep the focus in the table, and the row that was moved last. */
export function useRowEdits(rows: readonly DraftRow[], onEdit: EditDraft) {
  const [movedId, setMovedId] = useState<number | null>(null)
  const focusNext = useFocusAfter(rows)
  const current = useRef(rows)
  useLayoutEffect(() => {
    current.current = rows
  })
  const edits = useMemo<RowEdits>(() => {
    const change = (by: (before: readonly DraftRow[]) => readonly DraftRow[]) =>
      onEdit((before) => {
        const rows = by(before.rows)
        return rows === before.rows ? before : { ...before, rows }
      })
    return {
      add: (row) => {
        focusNext(chanceId(row.itemId))
        change((before) => addRow(before, row))
      },
      setChance: (itemId, chance) => onEdit((before) => setChance(before, itemId, chance), chanceId(itemId)),
      dragChance: (itemId, stop) => onEdit((before) => dragChance(before, itemId, stop), sliderId(itemId)),
      endDrag: () => onEdit((before) => before),
      takeRest: (itemId) => onEdit((before) => takeRest(before, itemId)),
      toggleLock: (itemId) => onEdit((before) => toggleLock(before, itemId)),
      move: (itemId, by) => {
        setMovedId(itemId)
        change((before) => moveRow(before, itemId, by))
      },
      remove: (itemId) => {
        const at = current.current.findIndex((row) => row.itemId === itemId)
        const neighbour = current.current[at + 1] ?? current.current[at - 1]
        focusNext(neighbour === undefined ? SEARCH_ID : removeId(neighbour.itemId))
        change((before) => removeRow(before, itemId))
      },
      goTo: (itemId, by) => {
        const at = current.current.findIndex((row) => row.itemId === itemId) + by
        const next = current.current[at]
        const field = document.getElementById(
          next === undefined && at > 0 ? SEARCH_ID : chanceId(next?.itemId ?? itemId),
        )
        if (field instanceof HTMLInputElement) {
          field.focus()
          field.select()
        }
      },
    }
  }, [onEdit, focusNext])
  return { movedId, edits }
}

/** Returns a function that moves the focus to the element with an ID after the next change of the rows. */
function useFocusAfter(rows: readonly DraftRow[]): (id: string) => void {
  const next = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the rows is what triggers it
  useLayoutEffect(() => {
    if (next.current !== null) document.getElementById(next.current)?.focus()
    next.current = null
  }, [rows])
  return useCallback((id: string) => {
    next.current = id
  }, [])
}
