import { Group, Loader, Text } from '@mantine/core'

/** Says what is being loaded. */
export function Loading({ what }: { what: string }) {
  return (
    <Group role="status" gap="xs" py="lg">
      <Loader size="xs" />
      <Text c="dimmed">Loading {what}…</Text>
    </Group>
  )
}
