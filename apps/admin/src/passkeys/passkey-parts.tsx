import { Text, TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { fieldSentence, isInvalid } from '../api/api.ts'
import { deviceOf } from '../text/user-agent.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { passkeyObstacle, type Step } from './use-passkeys.ts'

const LONGEST_NAME = 60
const NO_NAME = 'Enter a name.'

/** The name that a new passkey is given unless the user changes it: the browser and the system. */
export const defaultName = () => deviceOf(navigator.userAgent).slice(0, LONGEST_NAME)

/** The next step of a person who cannot confirm. */
export const LOST_PASSKEY =
  'Lost your passkey? Sign out and use a recovery code. Without a code, ask an administrator to reset your passkeys.'

/** An explanation of passkeys. */
export function PasskeyExplanation() {
  return (
    <Text>
      With a passkey, this device, a phone or a security key confirms that it is you. It asks for your fingerprint, your
      face or a PIN.
    </Text>
  )
}

/** The reason why this page cannot use passkeys; empty when it can. */
export function PasskeyObstacle() {
  const obstacle = passkeyObstacle()
  return obstacle === null ? null : <Text c="var(--color-danger)">{obstacle}</Text>
}

/** The text of a button while its attempt runs. */
export const stepText = (step: Step) => (step === 'asking' ? 'Waiting for the passkey…' : 'Please wait…')

type ButtonProps = {
  /** The step of the running attempt; null while none runs. */
  step: Step | null
  /** Omitted: the button submits its form. */
  onClick?: () => void
  isPrimary?: boolean
  hasFocus?: boolean
  children: string
}

/** A button that asks the device for a passkey. On a page that cannot use passkeys, the reason why. */
export function PasskeyButton({ step, onClick, isPrimary = true, hasFocus = false, children }: ButtonProps) {
  if (passkeyObstacle() !== null) return <PasskeyObstacle />
  return (
    <ActionButton
      type={onClick === undefined ? 'submit' : 'button'}
      variant={isPrimary ? 'filled' : 'default'}
      isBusy={step !== null}
      onClick={onClick}
      data-autofocus={hasFocus || undefined}
    >
      {step === null ? children : stepText(step)}
    </ActionButton>
  )
}

type NameProps = {
  value: string
  isReadOnly: boolean
  /** True when the form was submitted without a name. */
  isMissing?: boolean
  error: Error | null
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The name of a new passkey. */
export function PasskeyNameField({ value, isReadOnly, isMissing = false, error, onChange, ref }: NameProps) {
  const refusal = isInvalid(error, 'name') && (fieldSentence(error, 'name', 'The name') ?? NO_NAME)
  return (
    <TextInput
      label="Name"
      description="Shown in the list of your passkeys."
      autoComplete="off"
      data-autofocus
      ref={ref ?? null}
      maxLength={LONGEST_NAME}
      value={value}
      readOnly={isReadOnly}
      error={isMissing ? NO_NAME : refusal}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
