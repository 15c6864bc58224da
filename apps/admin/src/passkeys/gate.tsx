import type { SignedIn } from '@coffer/contract/admin'
import type { FailureCode } from '@coffer/web'
import { Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { CommandHint, SignInPage } from '../session/sign-in-screen.tsx'
import { SignOut } from '../session/sign-out.tsx'
import { failureText } from '../text/failures.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { defaultName, LOST_PASSKEY, PasskeyButton, PasskeyExplanation, PasskeyNameField } from './passkey-parts.tsx'
import { passkeyObstacle, type Step, useNewPasskey, useSessionConfirmation } from './use-passkeys.ts'

type Props = { needs: NonNullable<SignedIn['needs']>; notice: string }

/** The page of a session that needs a passkey before a screen can open. The address stays, so that its screen opens afterwards. */
export function PasskeyGate({ needs, notice }: Props) {
  const isNew = needs === 'passkey'
  const { displayName, email } = useStaff()
  const [signOutFailure, setSignOutFailure] = useState<FailureCode | null>(null)
  return (
    <SignInPage title={isNew ? 'Add a passkey' : 'Confirm that it is you'}>
      <Text>Signed in as {displayName ?? email}.</Text>
      {notice !== '' && <Text role="status">{notice}</Text>}
      {isNew ? <FirstPasskey /> : <Confirmation />}
      <Group>
        <SignOut onFailure={setSignOutFailure} />
      </Group>
      <Text role="status">
        {signOutFailure !== null && `You could not be signed out. ${failureText(signOutFailure).what} Try again.`}
      </Text>
    </SignInPage>
  )
}

const IF_UNCONFIRMED =
  'The passkey may have been added. Load the page again. Then create new recovery codes under Your account.'

function FirstPasskey() {
  const [name, setName] = useState(defaultName)
  const [wasSubmitted, setSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const add = useNewPasskey({})
  const isBusy = add.step !== null
  useKeptFocus(form, isBusy, '[type=submit]')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || passkeyObstacle() !== null) return
    setSubmitted(true)
    if (name.trim() === '') field.current?.focus()
    else add.start(name.trim())
  }
  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="sm">
        <Text size="lg">Your account needs a passkey.</Text>
        <PasskeyExplanation />
        <PasskeyNameField
          value={name}
          isReadOnly={isBusy}
          isMissing={wasSubmitted && name.trim() === ''}
          error={add.error}
          onChange={setName}
          ref={field}
        />
        {add.error !== null && <FailureAlert error={add.error} ifUnconfirmed={IF_UNCONFIRMED} />}
        <Group>
          <PasskeyButton step={add.step}>Add passkey</PasskeyButton>
          <CancelButton step={add.step} onClick={add.cancel} />
        </Group>
      </Stack>
    </form>
  )
}

function Confirmation() {
  const { email } = useStaff()
  const section = useRef<HTMLDivElement>(null)
  const confirm = useSessionConfirmation()
  useKeptFocus(section, confirm.step !== null, 'button')
  return (
    <Stack gap="sm" ref={section}>
      <Text size="lg">Your account has a passkey. Confirm with it to open the admin.</Text>
      {confirm.error !== null && <FailureAlert error={confirm.error} />}
      <Group>
        <PasskeyButton step={confirm.step} onClick={() => confirm.start()}>
          Confirm with a passkey
        </PasskeyButton>
        <CancelButton step={confirm.step} onClick={confirm.cancel} />
      </Group>
      <Text>{LOST_PASSKEY}</Text>
      <CommandHint purpose="reset passkeys">coffer staff reset-passkeys --email {email}</CommandHint>
    </Stack>
  )
}

/** A button that cancels the running attempt. */
function CancelButton({ step, onClick }: { step: Step | null; onClick: () => void }) {
  if (step === null) return null
  return (
    <ActionButton variant="subtle" color="plain" isBusy={step === 'sending'} onClick={onClick}>
      Cancel
    </ActionButton>
  )
}
