import { Button, Group, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'

type Props = { label: string; secret: string; hasFocus?: boolean }

/** A secret that can be copied. */
export function SecretField({ label, secret, hasFocus = false }: Props) {
  const clipboard = useClipboard()
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          value={secret}
          readOnly
          autoComplete="off"
          spellCheck={false}
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          aria-label={clipboard.copied ? undefined : `Copy ${label.toLowerCase()}`}
          onClick={() => clipboard.copy(secret)}
          data-autofocus={hasFocus || undefined}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text role="status" c="dimmed">
        {clipboard.copied && 'The secret was copied.'}
        {clipboard.error && 'The browser did not allow copying. Select the secret and copy it.'}
      </Text>
    </div>
  )
}
