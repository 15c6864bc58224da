import type { StaffRow } from '@coffer/contract/admin'
import { STAFF_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { ROLE_TEXT } from '../text/roles.ts'
import { STAFF_STATUS_TEXT, STAFF_STATUS_TONE, staffName } from '../text/staff.ts'
import { Chip } from '../ui/chip.tsx'
import { Moment } from '../ui/moment.tsx'
import { type Employer, InviteDialog } from './invite-dialog.tsx'
import { staffListText } from './staff-list-text.ts'
import { STAFF_QUERY } from './use-member.ts'

/** The staff of the operator; for staff of the platform those of the platform, or of an operator that they choose. */
export function StaffListScreen() {
  const viewer = useStaff()
  const control = useListState(STAFF_LIST)
  const [invitedFor, setInvitedFor] = useState<Employer | null>(null)
  const { operator: chosen = null } = control.filters
  const operator = viewer.operator?.slug ?? chosen
  const mayManage = mayDo(viewer.roles, 'staff.manage')
  return (
    <>
      <ListScreen<typeof STAFF_LIST, StaffRow>
        name={STAFF_QUERY}
        title="Staff"
        noun="staff"
        list={STAFF_LIST}
        text={staffListText(operator === null)}
        control={control}
        read={async (body) => {
          const { members, cursor } = await api.call('listStaff', { body })
          return { rows: members, cursor }
        }}
        exportRows={(body) => api.call('exportStaff', { body })}
        keyOf={({ staffId }) => staffId}
        cells={{
          email: (row) => (
            <Link href={`/staff/${row.staffId}${control.queryString}`}>{row.email ?? staffName(row)}</Link>
          ),
          displayName: ({ displayName }) => displayName,
          roles: rolesCell,
          status: ({ status }) => <Chip tone={STAFF_STATUS_TONE[status]}>{STAFF_STATUS_TEXT[status]}</Chip>,
          lastSignedInAt: ({ lastSignedInAt }) => (lastSignedInAt === null ? 'Never' : <Moment at={lastSignedInAt} />),
          createdAt: ({ createdAt }) => <Moment at={createdAt} />,
        }}
        empty={mayManage ? 'No staff yet. Invite the first person.' : 'No staff yet.'}
        actions={
          mayManage && (
            <Button
              variant="filled"
              onClick={() => setInvitedFor({ operator, name: viewer.operator?.name ?? operator })}
            >
              Invite…
            </Button>
          )
        }
      />
      {invitedFor !== null && <InviteDialog employer={invitedFor} onClose={() => setInvitedFor(null)} />}
    </>
  )
}

function rolesCell({ roles, hasDefaultRoles }: StaffRow) {
  if (roles.length === 0) return <Text c="dimmed">None</Text>
  const names = roles.map((role) => ROLE_TEXT[role].name).join(', ')
  return hasDefaultRoles ? `${names} (default)` : names
}
