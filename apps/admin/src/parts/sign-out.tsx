import { useState } from 'preact/hooks'
import { noteDrafts } from '../state/note-drafts.ts'
import { leave } from '../state/session.ts'
import { Dialog } from './dialog.tsx'

/** Nothing of what was seen is kept after it, so it asks first when a note would be lost. */
export function SignOut() {
  const [asks, setAsks] = useState(false)
  const stay = () => setAsks(false)
  return (
    <>
      <button
        type="button"
        class="button quiet is-small"
        onClick={() => (noteDrafts.value.size === 0 ? void leave() : setAsks(true))}
      >
        Sign out
      </button>
      {asks && (
        <Dialog title="Sign out without sending?" onClose={stay}>
          <p>
            A note that you typed is not sent yet: {[...noteDrafts.value.keys()].map((id) => `No. ${id}`).join(', ')}.
            Whoever signs in here next must not read it, so it would be gone.
          </p>
          <div class="dialog-actions">
            <button type="button" class="button quiet" onClick={() => void leave()}>
              Sign out
            </button>
            <button type="button" class="button primary" onClick={stay}>
              Stay
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
