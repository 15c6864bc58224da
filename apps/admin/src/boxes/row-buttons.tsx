import { Group } from '@mantine/core'
import { memo } from 'react'
import { IconTool, ToolButton } from './tool-button.tsx'
import { type RowEdits, removeId } from './use-row-edits.ts'
import type { DraftRow } from './version-draft.ts'

type Props = {
  row: DraftRow
  isBusy: boolean
  edits: RowEdits
  /** True if the other rows leave something. */
  hasRest: boolean
  isFirst: boolean
  isLast: boolean
}

/** The actions of a row of a draft. */
export const RowButtons = memo(({ row, isBusy, edits, hasRest, isFirst, isLast }: Props) => {
  const { itemId, name, isLocked } = row
  return (
    <Group gap={4}>
      <ToolButton
        size="compact-sm"
        label={`Take the rest for ${name}`}
        reason={restReason(isLocked, hasRest)}
        isDisabled={isBusy || isLocked || !hasRest}
        onClick={() => edits.takeRest(itemId)}
      >
        Take the rest
      </ToolButton>
      <LockButton {...{ row, isBusy, edits }} />
      <IconTool
        label={`Move ${name} up`}
        icon="up"
        isDisabled={isBusy || isFirst}
        onClick={() => edits.move(itemId, -1)}
      />
      <IconTool
        label={`Move ${name} down`}
        icon="down"
        isDisabled={isBusy || isLast}
        onClick={() => edits.move(itemId, 1)}
      />
      <IconTool
        id={removeId(itemId)}
        label={`Remove ${name}`}
        icon="remove"
        isDisabled={isBusy}
        onClick={() => edits.remove(itemId)}
      />
    </Group>
  )
})

function restReason(isLocked: boolean, hasRest: boolean): string | undefined {
  if (isLocked) return 'Unlock this prize first.'
  return hasRest ? undefined : 'The other prizes leave nothing.'
}

function LockButton({ row, isBusy, edits }: Pick<Props, 'row' | 'isBusy' | 'edits'>) {
  const { itemId, name, units, isLocked } = row
  return (
    <IconTool
      label={`Lock ${name}`}
      title={lockTitle(row)}
      icon={isLocked ? 'lock' : 'unlock'}
      isPressed={isLocked}
      isDisabled={isBusy || units === null}
      onClick={() => edits.toggleLock(itemId)}
    />
  )
}

function lockTitle({ units, isLocked }: DraftRow): string {
  if (units === null) return 'Enter a valid chance first.'
  return isLocked ? 'Locked: tools keep this chance' : 'Lock: tools keep this chance'
}
