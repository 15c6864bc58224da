import type { StaffRow } from '@coffer/contract/admin'
import type { StaffRole } from '@coffer/contract/permissions'
import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { ROLE_TEXT } from '../text/roles.ts'
import { staffName } from '../text/staff.ts'
import { ActionButton, DoneButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { LoginLinkField } from './login-link.tsx'
import { RoleChoice } from './role-choice.tsx'
import { useLoginLink } from './use-member.ts'

/** The dialog of a member's screen that is open. */
export type MemberDialog = 'roles' | 'link' | 'disable'

type Props = { staff: StaffRow; onClose: () => void }
type ChangeProps = Props & { isBusy: boolean; error: Error | null }

/** Replaces the roles of a member of staff. */
export function RolesDialog({
  staff,
  onClose,
  isBusy,
  error,
  onGrant,
}: ChangeProps & { onGrant: (roles: StaffRole[] | null) => void }) {
  const [roles, setRoles] = useState<StaffRole[]>(staff.hasDefaultRoles ? [] : staff.roles)
  const [isDefault, setDefault] = useState(staff.hasDefaultRoles)
  const isOfPlatform = staff.operator === null
  const manager = isOfPlatform ? 'platform_admin' : 'owner'
  return (
    <Dialog
      title={`Roles of ${staffName(staff)}`}
      onClose={onClose}
      isLocked={isBusy}
      actions={
        <>
          <Cancel onClose={onClose} isBusy={isBusy} />
          <ActionButton
            isBusy={isBusy}
            disabled={!isDefault && roles.length === 0}
            onClick={() => onGrant(isDefault ? null : roles)}
          >
            Save roles
          </ActionButton>
        </>
      }
    >
      {!isOfPlatform && (
        <Checkbox
          label="Default roles of the operator"
          description="Set by adminSso.defaultRoles in the operator's settings"
          checked={isDefault}
          onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
        />
      )}
      <RoleChoice isOfPlatform={isOfPlatform} chosen={roles} isDisabled={isDefault} onChange={setRoles} />
      <Text c="dimmed" mt="md">
        The change applies to their next request. Without the role {ROLE_TEXT[manager].name}, unused login links that
        they created become invalid.
      </Text>
      {error !== null && <FailureAlert error={error} />}
    </Dialog>
  )
}

/** Disables a member of staff. */
export function DisableDialog({ staff, onClose, isBusy, error, onDisable }: ChangeProps & { onDisable: () => void }) {
  return (
    <Dialog
      title={`Disable ${staffName(staff)}?`}
      onClose={onClose}
      isLocked={isBusy}
      actions={
        <>
          <Cancel onClose={onClose} isBusy={isBusy} hasFocus />
          <ActionButton isBusy={isBusy} onClick={onDisable}>
            Disable
          </ActionButton>
        </>
      }
    >
      <Text>
        They are signed out everywhere, and cannot sign in until someone enables them. Their unused login links and the
        links that they created for others become invalid.
      </Text>
      {error !== null && <FailureAlert error={error} />}
    </Dialog>
  )
}

/** Creates a login link and shows it. */
export function LinkDialog({ staff, onClose }: Props) {
  const create = useLoginLink(staff.staffId)
  const name = staffName(staff)
  if (create.data) {
    return (
      <Dialog
        key="link"
        title={`Login link for ${name}`}
        onClose={onClose}
        isLocked
        actions={<DoneButton onClick={onClose} />}
      >
        <LoginLinkField link={create.data} name={name} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={`Create a login link for ${name}?`}
      onClose={onClose}
      isLocked={create.isPending}
      actions={
        <>
          <Cancel onClose={onClose} isBusy={create.isPending} hasFocus />
          <ActionButton isBusy={create.isPending} onClick={() => create.mutate()}>
            Create login link
          </ActionButton>
        </>
      }
    >
      <Text>
        The link signs its holder in as {name}, once within 24 hours.
        {staff.linkExpiresAt !== null && ' Their current unused link becomes invalid.'}
      </Text>
      {create.error !== null && <FailureAlert error={create.error} />}
    </Dialog>
  )
}

type CancelProps = { onClose: () => void; isBusy: boolean; hasFocus?: boolean }

/** Cancel button. Disabled while a request runs, because the request cannot be undone. */
function Cancel({ onClose, isBusy, hasFocus = false }: CancelProps) {
  return (
    <Button variant="subtle" color="plain" disabled={isBusy} onClick={onClose} data-autofocus={hasFocus || undefined}>
      Cancel
    </Button>
  )
}
