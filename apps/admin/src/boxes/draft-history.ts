import type { AdminCheckedVersion } from '@coffer/contract/admin'
import { isSameDraft, type VersionDraft, withChanceFormat, withItems, withLocks } from './version-draft.ts'

/** A draft and the drafts before its changes, the newest last. */
export type DraftHistory = {
  readonly draft: VersionDraft
  readonly past: readonly VersionDraft[]
  /** The field that the last change was made in, and the draft before the first of its changes in a row; null after another change. */
  readonly field: { readonly name: string; readonly start: VersionDraft } | null
}

/** Changes that can be undone. */
const CHANGES = 100

/** Changes of one field in a row are one change. `check`: the items are as a check has read them, in former drafts, too. */
type DraftChange =
  | {
      readonly kind: 'edit'
      readonly change: (before: VersionDraft) => VersionDraft
      readonly field?: string | undefined
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'check'; readonly checked: Pick<AdminCheckedVersion, 'prizes'> }

export const startHistory = (draft: VersionDraft): DraftHistory => ({ draft, past: [], field: null })

/**
 * Changes a draft. `field`: the name of the field that the viewer changes; omitted for another change. Changes of one field in a row are all made to
 * the draft before the first of them, so that dragging a slider to and fro leaves no trace.
 */
export type EditDraft = (change: (before: VersionDraft) => VersionDraft, field?: string) => void

/** The history after a change. The format of the chances and the locks are not changes that are undone. */
export function changeHistory(history: DraftHistory, action: DraftChange): DraftHistory {
  const { draft, past, field } = history
  if (action.kind === 'check') {
    const { checked } = action
    return { draft: withItems(draft, checked), past: past.map((before) => withItems(before, checked)), field: null }
  }
  if (action.kind === 'undo') {
    const previous = past.at(-1)
    if (previous === undefined) return history
    const restored = withLocks(withChanceFormat(previous, draft.chanceFormat), draft.rows)
    return { draft: restored, past: past.slice(0, -1), field: null }
  }
  const { change, field: name } = action
  const start = field !== null && field.name === name ? field.start : draft
  const changed = change(start)
  if (changed === draft) return history
  const earlier = past.at(-1) === start ? past.slice(0, -1) : past
  return {
    draft: changed,
    past: isSameDraft(start, changed) ? earlier : [...earlier, start].slice(-CHANGES),
    field: name === undefined ? null : { name, start },
  }
}
