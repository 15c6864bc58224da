import type { StaffRow } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { RoleList } from '../ui/role-list.tsx'

/** Details of a member of staff. */
export function MemberFacts({ staff }: { staff: StaffRow }) {
  const { displayName, email, externalId, operator, roles, hasDefaultRoles } = staff
  const { createdAt, lastSignedInAt, linkExpiresAt } = staff
  return (
    <FactList>
      <Fact name="Name">{displayName ?? <Text c="dimmed">Not given</Text>}</Fact>
      <Fact name="E-mail">{email ?? <Text c="dimmed">Not given</Text>}</Fact>
      {operator !== null && (
        <Fact name="External ID">{externalId ?? <Text c="dimmed">None: no single sign-on yet</Text>}</Fact>
      )}
      <Fact name="Operator">{operator?.name ?? <Text c="dimmed">None: staff of the platform</Text>}</Fact>
      <Fact name="Roles">
        {roles.length === 0 ? <Text c="dimmed">None</Text> : <RoleList roles={roles} />}
        {hasDefaultRoles && <Text c="dimmed">No roles were granted. The operator’s default roles apply.</Text>}
      </Fact>
      <Fact name="Added">
        <Moment at={createdAt} />
      </Fact>
      <Fact name="Last sign-in">{lastSignedInAt === null ? 'Never' : <Moment at={lastSignedInAt} />}</Fact>
      {linkExpiresAt !== null && (
        <Fact name="Login link">
          Unused, valid until <Moment at={linkExpiresAt} />
        </Fact>
      )}
    </FactList>
  )
}
