import type { StaffMember } from '@coffer/contract/admin'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../kit/dialog.tsx'
import { keysOn, setKeysOn, useKeys } from '../kit/keys.ts'
import { notice } from '../kit/notice.ts'
import { follow, hrefOf, route } from '../kit/route.ts'
import { noteDrafts } from '../session/note-drafts.ts'
import { leave } from '../session/session.ts'

export function Shell({ staff, children }: { staff: StaffMember; children: ComponentChildren }) {
  const [showsKeys, setShowsKeys] = useState(false)
  useKeys({ '?': () => setShowsKeys(true) })
  const queue = { requestId: null, ask: route.value.ask }
  return (
    <div class="desk">
      <header class="bar">
        <a class="mark" href={hrefOf(queue)} onClick={(event) => follow(event, queue)}>
          Coffer <span class="mark-desk">review desk</span>
        </a>
        <span class="bar-who">{staff.email}</span>
        <button type="button" class="button quiet is-small" onClick={() => setShowsKeys(true)}>
          Keys
        </button>
        <SignOut />
      </header>
      <p class={notice.value === '' ? 'visually-hidden' : 'said'} role="status">
        {notice.value}
      </p>
      <UnsentNotes />
      <main id="content">{children}</main>
      {showsKeys && <KeysHelp onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

/** Notes that were left behind unsent, with a way back to each. */
function UnsentNotes() {
  const { requestId: here, ask } = route.value
  const others = [...noteDrafts.value.keys()].filter((requestId) => requestId !== here)
  return (
    <p class={others.length === 0 ? 'visually-hidden' : 'said is-open'} role="status">
      {others.length > 0 && 'You have left a note unsent: '}
      {others.map((requestId) => {
        const to = { requestId, ask }
        return (
          <a key={requestId} class="like-case" href={hrefOf(to)} onClick={(event) => follow(event, to)}>
            No. {requestId}
          </a>
        )
      })}
    </p>
  )
}

/** Nothing of what was seen is kept after it, so it asks first when a note would be lost. */
function SignOut() {
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

const KEYS: readonly (readonly [string, string])[] = [
  ['j or down', 'next in the queue'],
  ['k or up', 'previous in the queue'],
  ['Enter', 'open it'],
  ['c', 'claim, give back, or look again'],
  ['y', 'confirm: asks once more'],
  ['n', 'reject: asks for reasons'],
  ['Esc', 'back to the queue'],
  ['?', 'these keys'],
]

function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <label class="toggle">
        <input type="checkbox" checked={keysOn.value} onChange={(event) => setKeysOn(event.currentTarget.checked)} />
        Single keys act
      </label>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}
