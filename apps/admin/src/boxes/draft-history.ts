import { type VersionDraft, withChanceUnit } from './version-draft.ts'

/** A draft and the drafts before its changes, the newest last. */
export type DraftHistory = {
  readonly draft: VersionDraft
  readonly past: readonly VersionDraft[]
  /** The field that the last change typed in; null after another change. */
  readonly field: string | null
}

/** Changes that can be undone. */
const CHANGES = 100

/** Typing in one field is one change. */
export type DraftChange =
  | {
      readonly kind: 'edit'
      readonly change: (before: VersionDraft) => VersionDraft
      readonly field?: string | undefined
    }
  | { readonly kind: 'undo' }

export const startHistory = (draft: VersionDraft): DraftHistory => ({ draft, past: [], field: null })

/** The history after a change. Undo keeps the unit in which chances are typed. */
export function changeHistory(history: DraftHistory, action: DraftChange): DraftHistory {
  const { draft, past } = history
  if (action.kind === 'undo') {
    const previous = past.at(-1)
    if (previous === undefined) return history
    return { draft: withChanceUnit(previous, draft.chanceUnit), past: past.slice(0, -1), field: null }
  }
  const changed = action.change(draft)
  if (changed === draft) return history
  const field = action.field ?? null
  if (field !== null && field === history.field) return { draft: changed, past, field }
  // Another unit for the chances is a change of their display.
  const isDisplay = changed.chanceUnit !== draft.chanceUnit
  return { draft: changed, past: isDisplay ? past : [...past, draft].slice(-CHANGES), field }
}
