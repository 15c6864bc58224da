import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { addRow, type DraftRow, moveRow, removeRow, setUnits, takeRest, type VersionDraft } from './version-draft.ts'

/** The ID of the field that searches for another prize. */
export const SEARCH_ID = 'add-prize'

/** The ID of the field for the chance of a prize. */
export function unitsId(itemId: number): string {
  return `units-${itemId}`
}

/** The ID of the button that removes a prize. */
export function removeId(itemId: number): string {
  return `remove-${itemId}`
}

/** Changes of the rows of a draft. They stay the same functions, so that only the rows that change are rendered again. */
export type RowEdits = {
  readonly add: (row: DraftRow) => void
  readonly setUnits: (itemId: number, units: string) => void
  readonly takeRest: (itemId: number) => void
  readonly move: (itemId: number, by: -1 | 1) => void
  readonly remove: (itemId: number) => void
}

/** Changes of the rows of a draft, which keep the focus in the table, and the row that was moved last. */
export function useRowEdits(
  rows: readonly DraftRow[],
  onEdit: (change: (before: VersionDraft) => VersionDraft) => void,
) {
  const [movedId, setMovedId] = useState<number | null>(null)
  const focusNext = useFocusAfter(rows)
  const current = useRef(rows)
  useLayoutEffect(() => {
    current.current = rows
  })
  const change = useCallback(
    (by: (before: readonly DraftRow[]) => readonly DraftRow[]) =>
      onEdit((before) => ({ ...before, rows: by(before.rows) })),
    [onEdit],
  )
  const edits = useMemo<RowEdits>(
    () => ({
      add: (row) => {
        focusNext(unitsId(row.itemId))
        change((before) => addRow(before, row))
      },
      setUnits: (itemId, units) => change((before) => setUnits(before, itemId, units)),
      takeRest: (itemId) => change((before) => takeRest(before, itemId)),
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
    }),
    [change, focusNext],
  )
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
