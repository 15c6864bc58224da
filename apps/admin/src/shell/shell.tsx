import type { StaffMember } from '@coffer/contract/admin'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../kit/dialog.tsx'
import { keysOn, setKeysOn, useKeys } from '../kit/keys.ts'
import { notice } from '../kit/notice.ts'
import { follow, hrefOf, route } from '../kit/route.ts'
import { noteDrafts } from '../session/note-drafts.ts'
import { SignOut } from './sign-out.tsx'

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
