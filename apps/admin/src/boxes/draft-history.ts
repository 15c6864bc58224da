import type { AdminCheckedVersion } from '@coffer/contract/admin'
import { isSameDraft, type VersionDraft, withChanceFormat, withItems, withLocks } from './version-draft.ts'

/** A draft and the drafts before its changes, the newest last. */
export type DraftHistory = {
  readonly draft: VersionDraft
  readonly past: readonly VersionDraft[]
  /** Consecutive changes of one field: its name, and the draft before the first of them. Null after another change, or one without an effect. */
  readonly run: { readonly field: string; readonly start: VersionDraft } | null
}

/** Changes that can be undone. */
const CHANGES = 100

/** Consecutive changes of one field are undone together. `check`: the items are as a check has read them, in former drafts, too. */
type DraftChange =
  | {
      readonly kind: 'edit'
      readonly change: (before: VersionDraft) => VersionDraft
      readonly field?: string | undefined
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'check'; readonly checked: Pick<AdminCheckedVersion, 'prizes'> }

export const startHistory = (draft: VersionDraft): DraftHistory => ({ draft, past: [], run: null })

/**
 * Changes a draft. `field`: the field that the viewer changes; omitted for a tool or a button. Consecutive changes of one field all start from the
 * draft before the first, so that a slider which is dragged back restores it.
 */
export type EditDraft = (change: (before: VersionDraft) => VersionDraft, field?: string) => void

/** The history after a change. The format of the chances and the locks are not changes that are undone. */
export function changeHistory(history: DraftHistory, action: DraftChange): DraftHistory {
  const { draft, past, run } = history
  if (action.kind === 'check') {
    const { checked } = action
    // The start of a run has the former items.
    return { draft: withItems(draft, checked), past: past.map((before) => withItems(before, checked)), run: null }
  }
  if (action.kind === 'undo') {
    const previous = past.at(-1)
    if (previous === undefined) return history
    const restored = withLocks(withChanceFormat(previous, draft.chanceFormat), draft.rows)
    return { draft: restored, past: past.slice(0, -1), run: null }
  }
  const { change, field } = action
  const start = run !== null && run.field === field ? run.start : draft
  const changed = change(start)
  if (changed === draft) return field === undefined && run !== null ? { ...history, run: null } : history
  const earlier = past.at(-1) === start ? past.slice(0, -1) : past
  return {
    draft: changed,
    past: isSameDraft(start, changed) ? earlier : [...earlier, start].slice(-CHANGES),
    run: field === undefined ? null : { field, start },
  }
}
