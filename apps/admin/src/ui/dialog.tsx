import { Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './dialog.module.css'
import { isComposing } from './shortcuts.tsx'

type Props = {
  title: string
  onClose: () => void
  /** Escape does not close the dialog: its action is running, it has typed text, or it shows what is not shown again. */
  isLocked?: boolean
  children: ReactNode
  actions: ReactNode
}

/**
 * A modal dialog. Render it only while it is open. On closing, the focus returns to the element that opened it, or else goes to the title of
 * the screen.
 */
export function Dialog({ title, onClose, isLocked = false, children, actions }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const isOnTop = () => body.current !== null && openDialogs().at(-1) === body.current
  useCloseOnEscape(isOnTop, () => !isLocked && onClose())
  useReturnedFocus()
  return (
    <Modal.Root opened onClose={onClose} returnFocus={false} closeOnEscape={false} closeOnClickOutside={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes.body} ref={body} data-dialog>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {children}
          <Group justify="flex-end" gap="xs" mt="lg">
            {actions}
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * On unmounting, returns the focus to the element that had it on mounting, or else moves it to the title of the screen, or to its content while
 * that is loading. Returns a function that cancels the return to that element.
 */
export function useReturnedFocus(): () => void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    return () => {
      if (document.activeElement !== document.body) return
      const { current } = opener
      const canReturn = current instanceof HTMLElement && current !== document.body && current.isConnected
      const title = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
      const target = canReturn ? current : title
      target?.focus({ preventScroll: true })
    }
  }, [])
  return () => {
    opener.current = null
  }
}

/** The bodies of the open dialogs. The last one is above the others. */
export function openDialogs(): readonly Element[] {
  return [...document.querySelectorAll('[data-dialog]')]
}

/**
 * Closes a dialog or a menu when Escape is pressed anywhere while it is above all others. Keeps the key from the shortcuts of the screen behind
 * it.
 */
export function useCloseOnEscape(isOnTop: () => boolean, close: () => void): void {
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || !isOnTop()) return
      event.preventDefault()
      close()
    },
    { capture: true },
  )
}
