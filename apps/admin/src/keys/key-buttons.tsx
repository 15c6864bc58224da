import type { ApiKeyRow } from '@coffer/contract/admin'
import { Button, Group } from '@mantine/core'

type Props = { apiKey: ApiKeyRow; onRotate: () => void; onRevoke: () => void }

/** Buttons to change an API key that works. */
export function KeyButtons({ apiKey: { keyId, status }, onRotate, onRevoke }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      {status === 'active' && (
        <Button size="compact-sm" aria-label={`Rotate ${keyId}…`} onClick={onRotate}>
          Rotate…
        </Button>
      )}
      <Button size="compact-sm" aria-label={`Revoke ${keyId}…`} onClick={onRevoke}>
        Revoke…
      </Button>
    </Group>
  )
}
