import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { takeRest } from './draft-tools.ts'
import { addRow, type DraftRow, moveRow, removeRow, setChance, toggleLock, type VersionDraft } from './version-draft.ts'

/** The ID of the field that searches for another prize. */
export const SEARCH_ID = 'add-prize'

/** The ID of the field for the chance of a prize. */
export function chanceId(itemId: number): string {
  return `chance-${itemId}`
}

/** The ID of the button that removes a prize. */
export function removeId(itemId: number): string {
  return `remove-${itemId}`
}

/** Changes a draft. `field`: the field that the viewer types in; omitted for another change. */
export type EditDraft = (change: (before: VersionDraft) => VersionDraft, field?: string) => void

/** Changes of the rows of a draft. They stay the same functions, so that only the rows that change are rendered again. */
export type RowEdits = {
  readonly add: (row: DraftRow) => void
  readonly setChance: (itemId: number, chance: string) => void
  readonly takeRest: (itemId: number) => void
  readonly toggleLock: (itemId: number) => void
  readonly move: (itemId: number, by: -1 | 1) => void
  readonly remove: (itemId: number) => void
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
      onEdit((before) => ({ ...before, rows: by(before.rows) }))
    return {
      add: (row) => {
        focusNext(chanceId(row.itemId))
        change((before) => addRow(before, row))
      },
      setChance: (itemId, chance) => onEdit((before) => setChance(before, itemId, chance), chanceId(itemId)),
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
