import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { PasskeyButton } from './passkey-parts.tsx'
import { usePasskeySignIn, useRecoverySignIn } from './use-passkeys.ts'

/** The methods that sign in staff of the platform: a passkey, or a recovery code. */
export function SignInMethods() {
  const signIn = usePasskeySignIn()
  const [showsForm, setShowsForm] = useState(false)
  const form = useId()
  const toggleForm = () => {
    signIn.cancel()
    setShowsForm(!showsForm)
  }
  return (
    <Stack gap="sm">
      <Text>Staff of the platform: sign in with your passkey.</Text>
      <Group gap="xs">
        <PasskeyButton isPrimary={!showsForm} step={signIn.step} onClick={() => signIn.start()}>
          Sign in with a passkey
        </PasskeyButton>
        <Button onClick={toggleForm} disabled={signIn.step !== null} aria-expanded={showsForm} aria-controls={form}>
          Use a recovery code
        </Button>
      </Group>
      {signIn.error !== null && <FailureAlert error={signIn.error} />}
      <div id={form}>{showsForm && <RecoveryForm />}</div>
    </Stack>
  )
}

/** Signs in with a recovery code. */
function RecoveryForm() {
  const signIn = useRecoverySignIn()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isComplete = email.trim() !== '' && code.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !signIn.isPending) signIn.mutate({ email: email.trim(), code: code.trim() })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          spellCheck={false}
          maxLength={254}
          ref={first}
          value={email}
          readOnly={signIn.isPending}
          error={isInvalid(signIn.error, 'email') && 'Enter the e-mail of your account.'}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <TextInput
          label="Recovery code"
          description="One of your current recovery codes. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={code}
          readOnly={signIn.isPending}
          error={isInvalid(signIn.error, 'code') && 'Enter one of your recovery codes.'}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {signIn.error !== null && <FailureAlert error={signIn.error} />}
        <Group>
          <ActionButton type="submit" isBusy={signIn.isPending || !isComplete}>
            {signIn.isPending ? 'Signing in…' : 'Sign in with the code'}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
