import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { Icon, type IconName } from '../ui/icon.tsx'
import classes from './tool-button.module.css'

const ICON_BUTTON_SIZE = 32

type Props = Pick<ButtonProps, 'size'> & {
  /** Omitted: the text of the button. */
  label?: string
  /** Why the button is disabled. */
  reason?: string | undefined
  isDisabled: boolean
  onClick: () => void
  children: string
}

/** A button that changes the draft. It stays focusable while it is disabled. Each click of a double click counts. */
export function ToolButton({ size, label, reason, isDisabled, onClick, children }: Props) {
  return (
    <Button
      {...(size !== undefined && { size })}
      aria-label={label}
      title={isDisabled ? reason : undefined}
      aria-disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      {children}
    </Button>
  )
}

type IconProps = {
  id?: string
  label: string
  /** Omitted: the label. */
  title?: string
  icon: IconName
  isDisabled: boolean
  /** For a button that switches a state on and off. */
  isPressed?: boolean
  onClick: () => void
}

/** A button with an icon. It stays focusable while it is disabled, because moving a row to an end disables the button that was pressed. */
export function IconTool({ id, label, title = label, icon, isDisabled, isPressed, onClick }: IconProps) {
  return (
    <ActionIcon
      id={id}
      variant={isPressed ? 'light' : 'subtle'}
      color={isPressed ? 'brand' : 'plain'}
      className={classes.icon}
      size={ICON_BUTTON_SIZE}
      aria-label={label}
      title={title}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
}
