import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A remark below a figure. */
export function FigureNote({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}
