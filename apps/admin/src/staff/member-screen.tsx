import { STAFF_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { queryStringOf, readAddress } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { STAFF_STATUS_TEXT, STAFF_STATUS_TONE, staffName } from '../text/staff.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Chip } from '../ui/chip.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { useNotice } from '../ui/notice.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { MemberActions } from './member-actions.tsx'
import { DisableDialog, LinkDialog, type MemberDialog, RolesDialog } from './member-dialogs.tsx'
import { MemberFacts } from './member-facts.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { type Member, type MemberChanges, useMember } from './use-member.ts'

/** A member of staff: roles, status and sessions, and what the viewer may do with them. */
export function MemberScreen({ staffId }: { staffId: number }) {
  const { member, readError, readAgain, ...changes } = useMember(staffId)
  const isPlatform = useStaff().operator === null
  const listPath = `/staff${queryStringOf(STAFF_LIST, readAddress(STAFF_LIST, useSearch(), isPlatform))}`
  const [, navigate] = useLocation()
  useShortcuts({ Escape: () => navigate(listPath) })
  return (
    <Stack>
      <BackLink href={listPath} to="staff" />
      {member !== null && <MemberView {...member} changes={changes} />}
      {member === null && <ScreenTitle title="Staff" />}
      {member === null && readError === null && <Loading what="the account" />}
      {member === null && readError !== null && (
        <FailureAlert error={readError}>
          <Button onClick={readAgain}>Try again</Button>
        </FailureAlert>
      )}
    </Stack>
  )
}

function MemberView({ staff, sessions, changes }: Member & { changes: MemberChanges }) {
  const viewer = useStaff()
  const notice = useNotice()
  const { isBusy, error } = changes
  const [dialog, setDialog] = useState<MemberDialog | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  useKeptFocus(screen, isBusy, 'h1')
  const isOwn = viewer.staffId === staff.staffId
  const mayManage = mayDo(viewer.roles, 'staff.manage') && !isOwn
  const name = staffName(staff)
  const openDialog = (name: MemberDialog) => {
    changes.clearError()
    setDialog(name)
  }
  const close = () => setDialog(null)
  const run = async (change: Promise<boolean>, text: string) => {
    if (await change) notice.show(text)
  }
  const runInDialog = async (change: Promise<boolean>, text: string) => {
    if (!(await change)) return
    close()
    notice.show(text)
  }
  const inDialog = { staff, isBusy, error, onClose: close }
  return (
    <Stack ref={screen}>
      <Group justify="space-between" align="flex-end">
        <Group gap="sm">
          <ScreenTitle title={name} />
          <Chip tone={STAFF_STATUS_TONE[staff.status]}>{STAFF_STATUS_TEXT[staff.status]}</Chip>
        </Group>
        {mayManage && (
          <MemberActions
            staff={staff}
            isBusy={isBusy}
            onOpen={openDialog}
            onEnable={() => run(changes.enable(), `${name} can sign in again.`)}
          />
        )}
      </Group>
      {error !== null && dialog === null && <FailureAlert error={error} />}
      {isOwn && (
        <Text c="dimmed">
          This is your account. Another owner or administrator can change it. Your sessions are under{' '}
          <Link href="/account">Your account</Link>.
        </Text>
      )}
      <Paper withBorder p="lg" maw={720}>
        <MemberFacts staff={staff} />
      </Paper>
      <MemberSessions
        name={name}
        sessions={sessions}
        isBusy={isBusy}
        onEnd={mayManage ? (id) => run(changes.endSession(id), `A session of ${name} ended.`) : null}
        onEndAll={() => run(changes.endSessions(), `All sessions of ${name} ended.`)}
      />
      {dialog === 'roles' && (
        <RolesDialog
          {...inDialog}
          onGrant={(roles) => runInDialog(changes.grantRoles(roles), `The roles of ${name} were changed.`)}
        />
      )}
      {dialog === 'disable' && (
        <DisableDialog {...inDialog} onDisable={() => runInDialog(changes.disable(), `${name} was disabled.`)} />
      )}
      {dialog === 'link' && <LinkDialog staff={staff} onClose={close} />}
    </Stack>
  )
}
