import { Text } from '@mantine/core'
import classes from './boxes.module.css'
import type { DraftTools, ToolOutcome } from './use-draft-tools.ts'

type Props = { tools: DraftTools; place: ToolOutcome['place']; isHidden?: boolean }

/** The result of the tool that was used last, if it belongs here. A new element makes screen readers say an equal text again. */
export function ToolStatus({ tools: { outcome }, place, isHidden = false }: Props) {
  return (
    <Text role="status" {...(isHidden && { className: 'visually-hidden' })}>
      {outcome?.place === place && (
        <span key={outcome.id} className={outcome.isFault ? classes.bad : undefined}>
          {outcome.text}
        </span>
      )}
    </Text>
  )
}
