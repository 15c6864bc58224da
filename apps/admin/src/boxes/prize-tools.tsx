import { Group, SegmentedControl, Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { BOX_UNITS, shortChance } from '../text/rounds.ts'
import type { ChanceFormat } from './chance-text.ts'
import { ToolButton } from './tool-button.tsx'
import { ToolStatus } from './tool-status.tsx'
import type { DraftTools } from './use-draft-tools.ts'
import { type VersionDraft, withChanceFormat } from './version-draft.ts'

const FORMATS: readonly { value: ChanceFormat; label: string }[] = [
  { value: 'percent', label: 'Percent' },
  { value: 'units', label: 'Units' },
]

const SUM_TEXT: Readonly<Record<ChanceFormat, string>> = {
  percent: `The chances must sum to 100%. One unit is ${shortChance(1)}.`,
  units: `The chances must sum to ${count(BOX_UNITS)} units. 1% is ${count(BOX_UNITS / 100)} units.`,
}

const DRAG_TEXT =
  'Drag a slider, or use its arrow keys, to change a chance. If the chances sum to 100%, the other unlocked prizes share the difference.'

type Props = {
  draft: VersionDraft
  isBusy: boolean
  tools: DraftTools
  /** Called when the viewer wants to paste a list of prizes. */
  onPaste: () => void
}

/** The format of the chances, and buttons for the prizes as a whole. Without rows only those that can add some. */
export function PrizeTools({ draft: { rows, chanceFormat }, isBusy, tools, onPaste }: Props) {
  const hasRows = rows.length > 0
  return (
    <>
      <Group gap="xs">
        {hasRows && (
          <SegmentedControl
            aria-label="Chances in"
            data={[...FORMATS]}
            value={chanceFormat}
            readOnly={isBusy}
            onChange={(format) => tools.edit((before) => withChanceFormat(before, format))}
          />
        )}
        {hasRows && (
          <ToolButton isDisabled={isBusy} onClick={tools.normalise}>
            Scale to 100%
          </ToolButton>
        )}
        {hasRows && (
          <ToolButton isDisabled={isBusy} onClick={() => void tools.copy()}>
            Copy prizes
          </ToolButton>
        )}
        <ToolButton isDisabled={isBusy} onClick={onPaste}>
          Paste prizes…
        </ToolButton>
        <ToolStatus tools={tools} place="prizes" />
      </Group>
      {hasRows && (
        <Text size="xs" c="dimmed">
          {SUM_TEXT[chanceFormat]}
          {rows.length > 1 && ` ${DRAG_TEXT}`}
        </Text>
      )}
    </>
  )
}
