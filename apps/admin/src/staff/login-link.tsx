import { Stack, Text } from '@mantine/core'
import { moment } from '../text/time.ts'
import { CopyField } from '../ui/copy-field.tsx'
import type { LoginLink } from './use-member.ts'

/** A login link to hand over. It is shown once. */
export function LoginLinkField({ link, name }: { link: LoginLink; name: string }) {
  return (
    <Stack gap="sm">
      <Text>
        Send this link to {name} over a channel that only they can read. The first person who opens it is signed in as{' '}
        {name}.
      </Text>
      <CopyField label="Login link" value={link.loginUrl} hasFocus />
      <Text c="dimmed">It works once, until {moment(link.expiresAt)}. It is not shown again.</Text>
    </Stack>
  )
}
