import { Button, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { addBackStop, isBackStop, setLeaveGuard } from './leave-guard.ts'

type Props = {
  /** True while the screen has changes that are not saved. */
  isOn: boolean
  /** The loss, as a sentence. */
  children: string
}

type Question = {
  readonly leave: () => void
  readonly stay: () => void
}

/** Asks before the screen is left or the page is closed while the screen has changes that are not saved. */
export function LeaveQuestion({ isOn, children }: Props) {
  const [question, setQuestion] = useState<Question | null>(null)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isOn) return
    isLeaving.current = false
    setLeaveGuard((leave) => setQuestion({ leave, stay: () => {} }))
    return () => setLeaveGuard(null)
  }, [isOn])
  const goBack = () => {
    isLeaving.current = true
    history.back()
  }
  useBackStop(isOn, (isBack) => {
    if (!isBack) setQuestion(null)
    else if (isOn) setQuestion({ leave: goBack, stay: () => history.forward() })
    else goBack()
  })
  useWindowEvent('beforeunload', (event) => {
    if (!isOn || isLeaving.current) return
    event.preventDefault()
    // Chrome before version 119 asks only when this is set.
    event.returnValue = true
  })
  if (question === null) return null
  const stay = () => {
    setQuestion(null)
    question.stay()
  }
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
              setQuestion(null)
              question.leave()
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

/** Keeps a back stop from when the screen first has changes. Calls `onMove` with true when the browser goes back from it, and with false when it returns to it. */
function useBackStop(isOn: boolean, onMove: (isBack: boolean) => void): void {
  const [address] = useState(() => location.href)
  const hasStop = useRef(isBackStop())
  useEffect(() => {
    if (!isOn) return
    addBackStop()
    hasStop.current = true
  }, [isOn])
  useWindowEvent('popstate', () => {
    // Any other address is another screen, or a part of this one.
    if (hasStop.current && location.href === address) onMove(!isBackStop())
  })
}
