import { Group, Stack, Text } from '@mantine/core'
import { ActionButton } from '../ui/action-button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import type { useSecrets } from './use-endpoint.ts'

/** The secret of an endpoint, hidden until the viewer asks for it. */
export function EndpointSecret({ secrets, isBusy, show, hide }: ReturnType<typeof useSecrets>) {
  return (
    <Group gap="sm">
      {secrets === null ? (
        <Text span c="dimmed" aria-hidden>
          ••••••••••••
        </Text>
      ) : (
        <Stack gap="xs" w="100%">
          <CopyField label="Current secret" value={secrets.secret} />
          {secrets.oldSecret !== null && <CopyField label="Old secret" value={secrets.oldSecret} />}
        </Stack>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <ActionButton variant="default" size="compact-sm" isBusy={isBusy} onClick={secrets === null ? show : hide}>
        {secrets === null ? 'Show secret' : 'Hide secret'}
      </ActionButton>
    </Group>
  )
}
