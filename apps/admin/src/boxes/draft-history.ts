import type { AdminCheckedVersion } from '@coffer/contract/admin'
import { isSameDraft, type VersionDraft, withChanceFormat, withItems, withLocks } from './version-draft.ts'

/** A draft and the drafts before its changes, the newest last. */
export type DraftHistory = {
  readonly draft: VersionDraft
  readonly past: readonly VersionDraft[]
  /** The field that the last change typed in; null after another change. */
  readonly field: string | null
}

/** Changes that can be undone. */
const CHANGES = 100

/** Typing in one field is one change. `check`: the items are as a check has read them, in former drafts, too. */
type DraftChange =
  | {
      readonly kind: 'edit'
      readonly change: (before: VersionDraft) => VersionDraft
      readonly field?: string | undefined
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'check'; readonly checked: Pick<AdminCheckedVersion, 'prizes'> }

export const startHistory = (draft: VersionDraft): DraftHistory => ({ draft, past: [], field: null })

/** Changes a draft. `field`: the field that the viewer types in; omitted for another change. */
export type EditDraft = (change: (before: VersionDraft) => VersionDraft, field?: string) => void

/** The history after a change. The format of the chances and the locks are not changes that are undone. */
export function changeHistory(history: DraftHistory, action: DraftChange): DraftHistory {
  const { draft, past } = history
  if (action.kind === 'check') {
    const { checked } = action
    return { ...history, draft: withItems(draft, checked), past: past.map((before) => withItems(before, checked)) }
  }
  if (action.kind === 'undo') {
    const previous = past.at(-1)
    if (previous === undefined) return history
    const restored = withLocks(withChanceFormat(previous, draft.chanceFormat), draft.rows)
    return { draft: restored, past: past.slice(0, -1), field: null }
  }
  const changed = action.change(draft)
  if (changed === draft) return history
  const field = action.field ?? null
  if (field !== null && field === history.field) return { draft: changed, past, field }
  return { draft: changed, past: isSameDraft(draft, changed) ? past : [...past, draft].slice(-CHANGES), field }
}
