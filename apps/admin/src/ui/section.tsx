import { Group, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** Buttons or links below the content. */
  buttons?: ReactNode
  children: ReactNode
}

/** A part of a screen, with its title. */
export function Section({ title, buttons, children }: Props) {
  const titleId = useId()
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {children}
        {buttons && <Group gap="xs">{buttons}</Group>}
      </Stack>
    </Paper>
  )
}
