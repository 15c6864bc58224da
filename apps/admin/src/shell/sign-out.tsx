import { useState } from 'preact/hooks'
import { Dialog } from '../kit/dialog.tsx'
import { noteDrafts } from '../session/note-drafts.ts'
import { leave } from '../session/session.ts'

/** Signs out. It asks first when a note that was not sent would be lost. */
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
            The next person who signs in here must not read it, so it would be deleted.
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
