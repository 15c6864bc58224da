import type { StaffMember } from '@coffer/contract/admin'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useKeys } from '../state/keys.ts'
import { notice } from '../state/notice.ts'
import { follow, hrefOf, route } from '../state/route.ts'
import { KeysHelp } from './keys-help.tsx'
import { SignOut } from './sign-out.tsx'
import { UnsentNotes } from './unsent-notes.tsx'

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
