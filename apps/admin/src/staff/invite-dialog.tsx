import type { StaffRole } from '@coffer/contract/permissions'
import { Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, isInvalid } from '../api/api.ts'
import { staffName } from '../text/staff.ts'
import { DoneButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoginLinkField } from './login-link.tsx'
import { RoleChoice } from './role-choice.tsx'
import { STAFF_QUERY } from './use-member.ts'

/** The employer of the invited person. It stays when the address changes while the dialog is open. Null: the platform. */
export type Employer = { readonly operator: string | null; readonly name: string | null }

type Props = { employer: Employer; onClose: () => void }

/** Adds a member of staff of an operator, or of the platform, and shows their login link. */
export function InviteDialog({ employer: { operator, name: employerName }, onClose }: Props) {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<StaffRole[]>([])
  const invite = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api.call('inviteStaff', { body: { email: email.trim(), roles, ...(operator !== null && { operator }) } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [STAFF_QUERY] }),
  })
  if (invite.data) {
    const name = staffName(invite.data.staff)
    return (
      <Dialog
        key="link"
        title={`${name} was added`}
        onClose={onClose}
        isLocked
        actions={<DoneButton onClick={onClose} />}
      >
        <LoginLinkField link={invite.data.link} name={name} />
      </Dialog>
    )
  }
  const isComplete = email.trim() !== '' && roles.length > 0
  const isEmailInvalid = isInvalid(invite.error, 'email')
  return (
    <FormDialog
      title={`Invite staff of ${employerName ?? 'the platform'}`}
      submitLabel="Create login link"
      isComplete={isComplete}
      isBusy={invite.isPending}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        data-autofocus
        maxLength={254}
        value={email}
        readOnly={invite.isPending}
        error={isEmailInvalid && 'Enter an e-mail address, such as name@example.com.'}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <RoleChoice isOfPlatform={operator === null} chosen={roles} onChange={setRoles} />
      <Text c="dimmed" mt="md">
        Coffer sends no e-mail. You get a login link to send yourself.
      </Text>
      {invite.error !== null && !isEmailInvalid && <FailureAlert error={invite.error} />}
    </FormDialog>
  )
}
