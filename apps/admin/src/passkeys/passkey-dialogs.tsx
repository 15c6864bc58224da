import type { PasskeyList } from '@coffer/contract/admin'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useUnconfirmedNotice } from '../ui/new-secret.tsx'
import { defaultName, PasskeyExplanation, PasskeyNameField, stepText } from './passkey-parts.tsx'
import { useNewPasskey, useNewRecoveryCodes, usePasskeyRemoval } from './use-passkeys.ts'

export type Passkey = PasskeyList['passkeys'][number]

/** The open dialog. */
export type PasskeyDialog = { readonly name: 'add' | 'codes' } | { readonly name: 'remove'; readonly passkey: Passkey }

type Props = { onClose: () => void; onDone: (result: string) => void }

export function PasskeyDialogs({ dialog, ...props }: Props & { dialog: PasskeyDialog }) {
  switch (dialog.name) {
    case 'add':
      return <AddDialog {...props} />
    case 'codes':
      return <CodesDialog {...props} />
    case 'remove':
      return <RemoveDialog {...props} passkey={dialog.passkey} />
  }
}

const IF_NOT_ADDED_FOR_SURE =
  'The passkey may have been added. Cancel to see the list. If it is your first passkey, create new recovery codes.'

/** Adds a passkey. */
function AddDialog({ onClose, onDone }: Props) {
  const [name, setName] = useState(defaultName)
  const onError = useUnconfirmedNotice(
    'The passkey may have been added. See the list under Your account. If it is your first passkey, create new recovery codes.',
  )
  const add = useNewPasskey({ onDone: () => onDone(`The passkey “${name.trim()}” was added.`), onError })
  const close = () => {
    add.cancel()
    onClose()
  }
  return (
    <FormDialog
      title="Add a passkey"
      submitLabel={add.step === null ? 'Add passkey' : stepText(add.step)}
      isComplete={name.trim() !== ''}
      isBusy={add.step !== null}
      isLocked={add.step === 'sending'}
      onSubmit={() => add.start(name.trim())}
      onClose={close}
    >
      <Stack gap="sm">
        <PasskeyExplanation />
        <PasskeyNameField value={name} isReadOnly={add.step !== null} error={add.error} onChange={setName} />
        {add.error !== null && <FailureAlert error={add.error} ifUnconfirmed={IF_NOT_ADDED_FOR_SURE} />}
      </Stack>
    </FormDialog>
  )
}

/** Confirms that a passkey is removed. */
function RemoveDialog({ passkey: { passkeyId, name }, onClose, onDone }: Props & { passkey: Passkey }) {
  const remove = usePasskeyRemoval(passkeyId)
  return (
    <FormDialog
      title={`Remove the passkey “${name}”?`}
      submitLabel="Remove passkey"
      submitColor="bad"
      isBusy={remove.isPending}
      onSubmit={() => remove.mutate(undefined, { onSuccess: () => onDone(`The passkey “${name}” was removed.`) })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          It can no longer sign you in or confirm that it is you. Your other passkeys still work. Your other sessions
          end.
        </Text>
        <Text>Delete it on the device or in the password manager that has it, too.</Text>
        {remove.error !== null && <FailureAlert error={remove.error} />}
      </Stack>
    </FormDialog>
  )
}

/** Confirms that the recovery codes are replaced. */
function CodesDialog({ onClose, onDone }: Props) {
  const onError = useUnconfirmedNotice(
    'New recovery codes may have been created. Create them again under Your account: earlier ones may be invalid.',
  )
  const create = useNewRecoveryCodes({ onDone: () => onDone('New recovery codes were created.'), onError })
  return (
    <FormDialog
      title="Create new recovery codes?"
      submitLabel="Create new codes"
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>Earlier recovery codes become invalid. The new codes are shown once. Your other sessions end.</Text>
        {create.error !== null && (
          <FailureAlert
            error={create.error}
            ifUnconfirmed="New codes may have been created, and earlier ones may be invalid. Create them again."
          />
        )}
      </Stack>
    </FormDialog>
  )
}
