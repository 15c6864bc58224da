import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type Props = ButtonProps & ComponentPropsWithoutRef<'button'> & { isBusy: boolean }

/** The main button of a dialog. It stays focusable while its action runs: otherwise the focus would leave the dialog. */
export function ActionButton({ isBusy, onClick, ...props }: Props) {
  return (
    <Button
      variant="filled"
      {...props}
      aria-disabled={isBusy}
      data-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  )
}
