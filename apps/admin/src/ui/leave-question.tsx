import { Button, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { setLeaveGuard } from './leave-guard.ts'

type Props = {
  /** True while the screen has changes that are not saved. */
  isOn: boolean
  /** The loss, as a sentence. */
  children: string
}

/** Asks before the screen is left or the page is closed while the screen has changes that are not saved. */
export function LeaveQuestion({ isOn, children }: Props) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isOn) return
    setLeaveGuard((leave) => setLeave(() => leave))
    return () => setLeaveGuard(null)
  }, [isOn])
  useWindowEvent('beforeunload', (event) => {
    if (!isOn) return
    event.preventDefault()
    // Chrome before version 119 asks only when this is set.
    event.returnValue = true
  })
  if (leave === null) return null
  const stay = () => setLeave(null)
  return (
    <Dialog
      title="Leave without saving?"
      onClose={stay}
      actions={
        <>
          <Button
            variant="subtle"
            color="plain"
            onClick={() => {
              stay()
              leave()
            }}
          >
            Leave
          </Button>
          <Button variant="filled" onClick={stay} data-autofocus>
            Stay
          </Button>
        </>
      }
    >
      <Text>{children}</Text>
    </Dialog>
  )
}
