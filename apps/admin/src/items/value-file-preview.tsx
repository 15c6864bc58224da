import type { ValueFilePreview as FilePreview } from '@coffer/contract/admin'
import { Alert, Stack, Text } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { count } from '../text/numbers.ts'
import { Section } from '../ui/section.tsx'
import classes from './items.module.css'
import { ValueEffects } from './value-effects.tsx'
import { ValueFileTable } from './value-file-table.tsx'
import { changesSomething, heldText, summaryText } from './value-file-text.ts'

type Props = {
  /** The name of the file. */
  name: string
  preview: FilePreview
  operator: string | null
  /** The form that sets the values. It is left out when the file changes nothing. */
  children: ReactNode
}

/** The second step of setting values from a file: a preview of their effects. It takes the focus, so that a screen reader announces it. */
export function ValueFilePreview({ name, preview, operator, children }: Props) {
  const { setCount, heldCount, waitingCount, boxes, boxCount, vaults, upgraderPrizeCount } = preview
  const step = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    step.current?.focus({ preventScroll: true })
    // The file before it may fill the window.
    step.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Stack className={classes.step} role="group" aria-label="Preview" tabIndex={-1} ref={step}>
      <Section title="Summary">
        <Text c="dimmed">File: {name}</Text>
        <Text>{summaryText(preview)}</Text>
        {heldCount > waitingCount && (
          <Alert color="info" role="group" title="Needs approval">
            {heldText(heldCount - waitingCount, setCount > 0)}
          </Alert>
        )}
      </Section>
      {setCount + heldCount > 0 && <ValueFileTable preview={preview} operator={operator} />}
      {setCount > 0 && (
        <Section title="Effects">
          <ValueEffects
            {...{ boxes, boxCount, vaults }}
            withoutBoxes="No box contains these items."
            withoutVaults="No collectible among these items is in a vault."
            upgrader={upgraderPrizeCount > 0 ? upgraderText(upgraderPrizeCount) : null}
          />
        </Section>
      )}
      {changesSomething(preview) && children}
    </Stack>
  )
}

function upgraderText(prizeCount: number): string {
  return `Players can win ${count(prizeCount)} of these items in the Upgrader. Its chances follow the new values immediately.`
}
