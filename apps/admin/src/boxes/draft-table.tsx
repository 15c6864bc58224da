import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { memo } from 'react'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { money } from '../text/numbers.ts'
import { boxChance } from '../text/rounds.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Picture } from '../ui/picture.tsx'
import classes from './boxes.module.css'
import { prizeChips } from './prize-chips.tsx'
import { ItemLink, partText } from './prize-table.tsx'
import { type RowEdits, removeId, unitsId } from './use-row-edits.ts'
import { type DraftRow, readUnits, restFor, sumOfUnits } from './version-draft.ts'

const PICTURE_SIZE = 32
const ICON_BUTTON_SIZE = 32
/** The longest text of a field for a chance: nine digits, with room for grouping. */
const UNITS_CHARACTERS = 20

type Props = {
  rows: readonly DraftRow[]
  /** Null while the draft has no price. */
  priceMinor: number | null
  currency: string
  operator: string | null
  isBusy: boolean
  /** By the ID of the item. */
  faults: ReadonlyMap<number, string>
  edits: RowEdits
}

/** The prizes of a draft, with fields for their chances. */
export function DraftTable({ rows, priceMinor, currency, operator, isBusy, faults, edits }: Props) {
  const sum = sumOfUnits(rows)
  const firstId = rows[0]?.itemId
  const lastId = rows.at(-1)?.itemId
  const columns: readonly Column<DraftRow>[] = [
    { key: 'prize', label: 'Prize', cell: (row) => <PrizeCell row={row} operator={operator} /> },
    { key: 'value', label: 'Value', isNumber: true, cell: ({ valueMinor }) => money(valueMinor, currency) },
    {
      key: 'units',
      label: 'Chance (units)',
      cell: (row) => <UnitsCell {...{ row, isBusy, edits }} fault={faults.get(row.itemId)} />,
    },
    { key: 'chance', label: 'Chance', isNumber: true, cell: chanceText },
    { key: 'part', label: 'Part of RTP', isNumber: true, cell: (row) => rtpText(row, priceMinor) },
    {
      key: 'actions',
      label: 'Actions',
      cell: (row) => (
        <RowButtons
          {...{ row, isBusy, edits }}
          canTakeRest={restFor(rows, row.itemId, sum) !== null}
          isFirst={row.itemId === firstId}
          isLast={row.itemId === lastId}
        />
      ),
    },
  ]
  return <DataTable isInset label="Prizes" columns={columns} rows={rows} keyOf={({ itemId }) => itemId} />
}

function chanceText({ units }: DraftRow): string {
  const chanceUnits = readUnits(units)
  return chanceUnits === null ? '–' : boxChance(chanceUnits)
}

function rtpText({ units, valueMinor }: DraftRow, priceMinor: number | null): string {
  const chanceUnits = readUnits(units)
  return chanceUnits === null || priceMinor === null ? '–' : partText({ valueMinor, chanceUnits }, priceMinor)
}

const PrizeCell = memo(({ row, operator }: { row: DraftRow; operator: string | null }) => {
  const { itemId, name, type, imageUrl } = row
  return (
    <NameCell
      picture={<Picture key={imageUrl} imageUrl={imageUrl} size={PICTURE_SIZE} />}
      chips={prizeChips(row)}
      detail={ITEM_TYPE_TEXT[type]}
    >
      <ItemLink itemId={itemId} operator={operator} isInNewTab>
        {name}
      </ItemLink>
    </NameCell>
  )
})

type CellProps = { row: DraftRow; isBusy: boolean; edits: RowEdits }

const UnitsCell = memo(({ row, isBusy, edits, fault }: CellProps & { fault: string | undefined }) => (
  <TextInput
    id={unitsId(row.itemId)}
    className={classes.units}
    aria-label={`Chance of ${row.name} in units`}
    inputMode="numeric"
    autoComplete="off"
    maxLength={UNITS_CHARACTERS}
    value={row.units}
    readOnly={isBusy}
    error={fault}
    onChange={({ currentTarget }) => edits.setUnits(row.itemId, currentTarget.value)}
  />
))

type ButtonProps = CellProps & { canTakeRest: boolean; isFirst: boolean; isLast: boolean }

const RowButtons = memo(({ row, isBusy, edits, canTakeRest, isFirst, isLast }: ButtonProps) => {
  const { itemId, name } = row
  return (
    <Group gap={4}>
      <Button
        size="compact-sm"
        aria-label={`Take the rest for ${name}`}
        disabled={isBusy || !canTakeRest}
        onClick={() => edits.takeRest(itemId)}
      >
        Take the rest
      </Button>
      <Tool label={`Move ${name} up`} icon="up" isDisabled={isBusy || isFirst} onClick={() => edits.move(itemId, -1)} />
      <Tool
        label={`Move ${name} down`}
        icon="down"
        isDisabled={isBusy || isLast}
        onClick={() => edits.move(itemId, 1)}
      />
      <Tool
        id={removeId(itemId)}
        label={`Remove ${name}`}
        icon="remove"
        isDisabled={isBusy}
        onClick={() => edits.remove(itemId)}
      />
    </Group>
  )
})

type ToolProps = { id?: string; label: string; icon: IconName; isDisabled: boolean; onClick: () => void }

/** A button with an icon. It stays focusable while it is disabled, because moving a row to an end disables the button that was pressed. */
function Tool({ id, label, icon, isDisabled, onClick }: ToolProps) {
  return (
    <ActionIcon
      id={id}
      variant="subtle"
      color="plain"
      size={ICON_BUTTON_SIZE}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
}
