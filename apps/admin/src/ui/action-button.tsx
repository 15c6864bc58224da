import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type Props = ButtonProps & ComponentPropsWithoutRef<'button'> & { isBusy?: boolean }

/**
 * A button whose action takes time. A double click counts as one click. The button stays focusable while its action runs: otherwise the focus would
 * leave the dialog.
 */
export function ActionButton({ isBusy = false, onClick, ...props }: Props) {
  return (
    <Button
      variant="filled"
      {...props}
      aria-disabled={isBusy}
      data-disabled={isBusy || undefined}
      onClick={(event) => (isBusy || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
    />
  )
}

/**
 * Closes a dialog whose content is not shown again. The second click of a double click does not close it: the first may have been on the dialog
 * before it.
 */
export function DoneButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionButton variant="default" onClick={onClick}>
      Done
    </ActionButton>
  )
}
