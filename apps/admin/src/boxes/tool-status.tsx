import { Text } from '@mantine/core'
import classes from './boxes.module.css'
import type { DraftTools, ToolOutcome } from './use-draft-tools.ts'

type Props = { tools: DraftTools; place: ToolOutcome['place'] }

/** The result of the tool that was used last, if it belongs here. A new element makes screen readers say an equal text again. */
export function ToolStatus({ tools: { outcome }, place }: Props) {
  return (
    <Text role="status">
      {outcome?.place === place && (
        <span key={outcome.id} className={outcome.isFault ? classes.bad : undefined}>
          {outcome.text}
        </span>
      )}
    </Text>
  )
}
