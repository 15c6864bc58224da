import type { StaffMember } from '@coffer/contract/admin'
import type { ComponentChildren } from 'preact'
import { SignOut } from './sign-out.tsx'

/** The frame of the account, the only screen of staff who do not review verifications. */
export function AccountShell({ staff, children }: { staff: StaffMember; children: ComponentChildren }) {
  return (
    <div class="desk">
      <header class="bar">
        <a class="mark" href="/admin">
          Coffer <span class="mark-desk">{staff.operator?.name ?? 'admin'}</span>
        </a>
        <span class="bar-who">{staff.displayName ?? staff.email}</span>
        <SignOut />
      </header>
      <main id="content">{children}</main>
    </div>
  )
}
