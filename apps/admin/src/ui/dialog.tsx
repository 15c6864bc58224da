import { Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import classes from './dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  /** Escape does not close the dialog: its action is running, or it shows what is not shown again. */
  isLocked?: boolean
  children: ReactNode
  actions: ReactNode
}

/**
 * A modal dialog. Render it only while it is open. On closing, the focus returns to the element that opened it, or else goes to the title of
 * the screen.
 */
export function Dialog({ title, onClose, isLocked = false, children, actions }: Props) {
  useCloseOnEscape(true, () => !isLocked && onClose())
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (document.activeElement !== document.body) return
      const canReturn = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
      const target = canReturn ? opener : document.querySelector('h1')
      target?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Modal.Root opened onClose={onClose} returnFocus={false} closeOnEscape={false} closeOnClickOutside={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes.body}>
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

/** Closes a dialog or a menu when Escape is pressed anywhere, and keeps the key from the shortcuts of the screen behind it. */
export function useCloseOnEscape(isOpen: boolean, close: () => void): void {
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isOpen || event.key !== 'Escape') return
      event.preventDefault()
      close()
    },
    { capture: true },
  )
}
