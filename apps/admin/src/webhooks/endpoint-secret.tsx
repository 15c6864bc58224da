import { Group, Stack, Text } from '@mantine/core'
import { ActionButton } from '../ui/action-button.tsx'
import { SecretField } from './secret-field.tsx'
import type { useSecrets } from './use-endpoint.ts'

/** The secret of an endpoint, hidden until the viewer asks for it. */
export function EndpointSecret({ secrets }: { secrets: ReturnType<typeof useSecrets> }) {
  const { data, isPending, mutate, reset } = secrets
  return (
    <Group gap="sm">
      {data === undefined ? (
        <Text span c="dimmed" aria-hidden>
          ••••••••••••
        </Text>
      ) : (
        <Stack gap="xs" w="100%">
          <SecretField label="Current secret" secret={data.secret} />
          {data.oldSecret !== null && <SecretField label="Old secret" secret={data.oldSecret} />}
        </Stack>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <ActionButton
        variant="default"
        size="compact-sm"
        isBusy={isPending}
        onClick={() => (data === undefined ? mutate() : reset())}
      >
        {data === undefined ? 'Show secret' : 'Hide secret'}
      </ActionButton>
    </Group>
  )
}
