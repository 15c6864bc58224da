import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { setConfirmation } from '../api/api.ts'
import { CONFIRMATION_LIMITS } from '../text/session-limits.ts'
import { useIsUnattended } from '../ui/activity.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { LOST_PASSKEY, PasskeyButton } from './passkey-parts.tsx'
import { useSessionConfirmation } from './use-passkeys.ts'

const UNATTENDED_MS = 10 * 60_000

type Settle = (isConfirmed: boolean) => void

/**
 * Asks for a confirmation with a passkey in a dialog above the screen when the service refuses a call for lack of one. An unattended page does
 * not ask: its calls fail.
 */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [settle, setSettle] = useState<Settle | null>(null)
  const isUnattended = useIsUnattended(UNATTENDED_MS)
  const current = useRef({ isUnattended: false })
  useEffect(() => {
    current.current = { isUnattended }
  })
  useEffect(() => {
    let cancel = () => {}
    setConfirmation(async () => {
      if (current.current.isUnattended) return false
      return new Promise<boolean>((resolve) => {
        cancel = () => resolve(false)
        setSettle(() => resolve)
      })
    })
    return () => {
      setConfirmation(null)
      cancel()
    }
  }, [])
  const close = (isConfirmed: boolean) => {
    settle?.(isConfirmed)
    setSettle(null)
  }
  return (
    <>
      {children}
      {settle !== null && <ConfirmationDialog onClose={close} />}
    </>
  )
}

function ConfirmationDialog({ onClose }: { onClose: Settle }) {
  const confirm = useSessionConfirmation()
  const cancel = () => {
    confirm.cancel()
    onClose(false)
  }
  return (
    <Dialog
      title="Confirm that it is you"
      onClose={cancel}
      actions={
        <>
          <Button variant="subtle" color="plain" onClick={cancel}>
            Cancel
          </Button>
          <PasskeyButton
            step={confirm.step}
            onClick={() => confirm.start(undefined, { onSuccess: () => onClose(true) })}
            hasFocus
          >
            Confirm with a passkey
          </PasskeyButton>
        </>
      }
    >
      <Stack gap="sm">
        <Text>{CONFIRMATION_LIMITS} What you have entered is kept.</Text>
        <Text c="dimmed">{LOST_PASSKEY} Signing out discards what you have entered.</Text>
        {confirm.error !== null && <FailureAlert error={confirm.error} />}
      </Stack>
    </Dialog>
  )
}
