import { Text } from '@mantine/core'
import { count } from '../text/numbers.ts'

/** Says that not all boxes are shown. */
export function MoreBoxes({ shown, all }: { shown: number; all: number }) {
  if (shown === all) return null
  return (
    <Text c="dimmed">
      The first {count(shown)} of {count(all)} boxes are shown.
    </Text>
  )
}
