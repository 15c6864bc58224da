import { Group, SegmentedControl, Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { BOX_UNITS, shortChance } from '../text/rounds.ts'
import type { ChanceUnit } from './chance-text.ts'
import { ToolButton } from './tool-button.tsx'
import { ToolStatus } from './tool-status.tsx'
import type { DraftTools } from './use-draft-tools.ts'
import { type VersionDraft, withChanceUnit } from './version-draft.ts'

const UNITS: readonly { value: ChanceUnit; label: string }[] = [
  { value: 'percent', label: 'Percent' },
  { value: 'units', label: 'Units' },
]

const SUM_TEXT: Readonly<Record<ChanceUnit, string>> = {
  percent: `The chances must sum to 100%. One unit is ${shortChance(1)}.`,
  units: `The chances must sum to ${count(BOX_UNITS)} units. 1% is ${count(BOX_UNITS / 100)} units.`,
}

type Props = {
  draft: VersionDraft
  /** Drafts before the changes. */
  past: readonly VersionDraft[]
  isBusy: boolean
  tools: DraftTools
  /** Called when the viewer wants to paste a list of prizes. */
  onPaste: () => void
}

/** The unit of the chances, and buttons for the prizes as a whole. Without rows only those that can add some. */
export function PrizeTools({ draft: { rows, chanceUnit }, past, isBusy, tools, onPaste }: Props) {
  const hasRows = rows.length > 0
  const hadRows = past.some((before) => before.rows.length > 0)
  // The button that was pressed stays until the next change.
  const hasUndo = hasRows || hadRows || tools.outcome?.place === 'undo'
  return (
    <>
      <Group gap="xs">
        {hasRows && (
          <SegmentedControl
            aria-label="Chances in"
            data={[...UNITS]}
            value={chanceUnit}
            readOnly={isBusy}
            onChange={(unit) => tools.edit((before) => withChanceUnit(before, unit))}
          />
        )}
        {hasRows && (
          <ToolButton isDisabled={isBusy} onClick={tools.normalise}>
            Normalise
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
        {hasUndo && (
          <ToolButton isDisabled={isBusy || past.length === 0} onClick={tools.undo}>
            Undo
          </ToolButton>
        )}
        <ToolStatus tools={tools} place="prizes" />
        <ToolStatus tools={tools} place="undo" isHidden />
      </Group>
      {hasRows && (
        <Text size="xs" c="dimmed">
          {SUM_TEXT[chanceUnit]}
        </Text>
      )}
    </>
  )
}
