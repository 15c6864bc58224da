import type { StaffMember } from '@coffer/contract/admin'
import { Chip } from '../kit/chip.tsx'
import { Heading } from '../kit/heading.tsx'
import { ROLE_WORDS } from '../words/roles.ts'

/** Shows a member of staff their account and roles. */
export function AccountScreen({ staff }: { staff: StaffMember }) {
  const { displayName, email, operator, roles } = staff
  const employer = operator?.name ?? 'Coffer'
  return (
    <div class="account">
      <Heading title="Your account" />
      <p class="lead">You are signed in to the admin of {employer}.</p>
      <dl class="account-card">
        <dt>Name</dt>
        <dd>{displayName ?? <span class="muted">Not given</span>}</dd>
        <dt>E-mail</dt>
        <dd>{email ?? <span class="muted">Not given</span>}</dd>
        {operator !== null && (
          <>
            <dt>Operator</dt>
            <dd>
              {operator.name} <span class="muted">({operator.slug})</span>
            </dd>
          </>
        )}
        <dt>{roles.length === 1 ? 'Role' : 'Roles'}</dt>
        <dd>
          {roles.length === 0 && (
            <p>You have no role yet. Ask the people who run {employer}&rsquo;s back office for one.</p>
          )}
          <ul class="account-roles">
            {roles.map((role) => (
              <li key={role}>
                <Chip tone="info">{ROLE_WORDS[role].name}</Chip> <span>{ROLE_WORDS[role].purpose}</span>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <p class="muted">Your session ends after 30 minutes without a request, and after twelve hours in all.</p>
    </div>
  )
}
