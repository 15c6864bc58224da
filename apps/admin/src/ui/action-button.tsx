import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type Props = ButtonProps &
  ComponentPropsWithoutRef<'button'> & {
    isBusy?: boolean
    /** True while the action is not possible. The button stays focusable, so that its description can be read. */
    isDisabled?: boolean
  }

/**
 * A button whose action takes time. A double click counts as one click. The button stays focusable while its action runs: otherwise the focus would
 * leave the dialog.
 */
export function ActionButton({ isBusy = false, isDisabled = false, onClick, ...props }: Props) {
  const isOff = isBusy || isDisabled
  return (
    <Button
      variant="filled"
      {...props}
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      onClick={(event) => (isOff || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
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
