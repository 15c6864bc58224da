import { Button, Group, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'

/** `label`: also names the value in sentences, as in "The new secret was copied." */
type Props = { label: string; value: string; hasFocus?: boolean }

/** A value that can be copied, such as a secret. */
export function CopyField({ label, value, hasFocus = false }: Props) {
  const clipboard = useClipboard()
  const name = label.charAt(0).toLowerCase() + label.slice(1)
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          value={value}
          readOnly
          autoComplete="off"
          spellCheck={false}
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          aria-label={clipboard.copied ? undefined : `Copy ${name}`}
          onClick={() => clipboard.copy(value)}
          data-autofocus={hasFocus || undefined}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text role="status" c="dimmed">
        {clipboard.copied && `The ${name} was copied.`}
        {clipboard.error && `The browser did not allow copying. Select the ${name} and copy it.`}
      </Text>
    </div>
  )
}
