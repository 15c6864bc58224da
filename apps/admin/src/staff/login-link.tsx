import { Button, Group, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { moment } from '../text/time.ts'
import type { LoginLink } from './use-member.ts'

/** A login link to hand over. It is shown once. */
export function LoginLinkField({ link, name }: { link: LoginLink; name: string }) {
  const clipboard = useClipboard()
  return (
    <>
      <Text>
        Send this link to {name} over a channel that only they can read. The first person who opens it is signed in as{' '}
        {name}.
      </Text>
      <Group gap="xs" mt="sm" align="flex-end" wrap="nowrap">
        <TextInput
          label="Login link"
          value={link.loginUrl}
          readOnly
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => clipboard.copy(link.loginUrl)} data-autofocus>
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text c="dimmed" mt="sm">
        It works once, until {moment(link.expiresAt)}. It is not shown again.
      </Text>
      <Text role="status" c="dimmed">
        {clipboard.copied && 'The link was copied.'}
        {clipboard.error && 'The browser did not allow copying. Select the link and copy it.'}
      </Text>
    </>
  )
}
