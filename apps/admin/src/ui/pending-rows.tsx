import { Skeleton, Stack } from '@mantine/core'

/** Placeholder rows while a list loads. */
export function PendingRows({ what }: { what: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={`Loading ${what}`}>
      <Skeleton h={44} />
      <Skeleton h={44} />
      <Skeleton h={44} />
    </Stack>
  )
}
