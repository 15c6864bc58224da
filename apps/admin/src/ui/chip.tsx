import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

type Tone = 'plain' | 'brand' | 'good' | 'bad' | 'info'

/** A status or a property in a word or two. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <Badge variant="light" color={tone}>
      {children}
    </Badge>
  )
}
