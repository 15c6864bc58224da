import { TextInput } from '@mantine/core'
import { type KeyboardEvent, memo, useState } from 'react'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { countOf, money } from '../text/numbers.ts'
import { boxChance } from '../text/rounds.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Picture } from '../ui/picture.tsx'
import { isComposing } from '../ui/shortcuts.tsx'
import { ChanceSlider } from './chance-slider.tsx'
import { CHANCE_FAULT, type ChanceFormat } from './chance-text.ts'
import classes from './draft-table.module.css'
import { restFor } from './draft-tools.ts'
import { prizeChips } from './prize-chips.tsx'
import { ItemLink, partText } from './prize-table.tsx'
import { RowButtons } from './row-buttons.tsx'
import { chanceId, type RowEdits } from './use-row-edits.ts'
import type { DraftRow, VersionDraft } from './version-draft.ts'

const PICTURE_SIZE = 32
/** The longest text of a field for a chance: nine digits, with room for grouping. */
const CHANCE_CHARACTERS = 20

type Props = {
  draft: VersionDraft
  /** Null while the draft has no price. */
  priceMinor: number | null
  /** Sum of the units. */
  sum: number
  currency: string
  operator: string | null
  isBusy: boolean
  /** By the ID of the item. */
  faults: ReadonlyMap<number, string>
  edits: RowEdits
}

/** The prizes of a draft, with fields for their chances. */
export function DraftTable({ draft, priceMinor, sum, currency, operator, isBusy, faults, edits }: Props) {
  const { rows, chanceFormat: format } = draft
  const firstId = rows[0]?.itemId
  const lastId = rows.at(-1)?.itemId
  const columns: readonly Column<DraftRow>[] = [
    { key: 'prize', label: 'Prize', cell: (row) => <PrizeCell row={row} operator={operator} /> },
    { key: 'value', label: 'Value', isNumber: true, cell: (row) => <ValueCell {...{ row, currency }} /> },
    {
      key: 'chance',
      label: 'Chance',
      cell: (row) => <ChanceCell {...{ row, format, isBusy, edits }} fault={faults.get(row.itemId)} />,
    },
    { key: 'part', label: 'Part of RTP', isNumber: true, cell: (row) => <PartCell {...{ row, priceMinor }} /> },
    {
      key: 'actions',
      label: 'Actions',
      cell: (row) => (
        <RowButtons
          {...{ row, isBusy, edits }}
          hasRest={restFor([row], row.itemId, sum) !== null}
          isFirst={row.itemId === firstId}
          isLast={row.itemId === lastId}
        />
      ),
    },
  ]
  return (
    <div className={classes.prizes}>
      <DataTable isInset label="Prizes" columns={columns} rows={rows} keyOf={({ itemId }) => itemId} />
    </div>
  )
}

const PrizeCell = memo(({ row, operator }: { row: DraftRow; operator: string | null }) => {
  const { itemId, key, name, type, imageUrl } = row
  return (
    <NameCell
      picture={<Picture key={imageUrl} imageUrl={imageUrl} size={PICTURE_SIZE} />}
      chips={prizeChips(row)}
      detail={`${ITEM_TYPE_TEXT[type]}, ${key}`}
    >
      <ItemLink itemId={itemId} operator={operator} isInNewTab>
        {name}
      </ItemLink>
    </NameCell>
  )
})

const ValueCell = memo(({ row, currency }: { row: DraftRow; currency: string }) => money(row.valueMinor, currency))

const PartCell = memo(({ row, priceMinor }: { row: DraftRow; priceMinor: number | null }) => {
  const { units, valueMinor } = row
  return units === null || priceMinor === null ? '–' : partText({ valueMinor, chanceUnits: units }, priceMinor)
})

type ChanceProps = {
  row: DraftRow
  format: ChanceFormat
  isBusy: boolean
  fault: string | undefined
  edits: RowEdits
}

const ChanceCell = memo(({ row, format, isBusy, fault, edits }: ChanceProps) => {
  const { itemId, name, chance, units, isLocked } = row
  const [hasLeft, setLeft] = useState(false)
  // A text that is not valid yet has no fault while the viewer types it.
  const ownFault = hasLeft && units === null && chance.trim() !== '' ? CHANCE_FAULT[format] : undefined
  return (
    <TextInput
      id={chanceId(itemId)}
      className={classes.chance}
      classNames={{
        wrapper: classes.field,
        description: classes.other,
        error: classes.error,
        ...(isLocked && { input: classes.locked }),
      }}
      aria-label={`Chance of ${name} in ${format}`}
      inputMode={format === 'percent' ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={CHANCE_CHARACTERS}
      value={chance}
      readOnly={isBusy || isLocked}
      description={otherChance(units, format)}
      inputContainer={(field) => (
        <>
          {field}
          <ChanceSlider {...{ row, isBusy, edits }} />
        </>
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={format === 'percent' ? '%' : undefined}
      rightSectionPointerEvents="none"
      error={fault ?? ownFault}
      onBlur={() => setLeft(true)}
      onKeyDown={(event) => moveByKey(event, (by) => edits.goTo(itemId, by))}
      onChange={({ currentTarget }) => {
        setLeft(false)
        edits.setChance(itemId, currentTarget.value)
      }}
    />
  )
})

/** Enter and the arrow keys go to the chance above or below, as in a spreadsheet. Enter would submit the form. */
function moveByKey(event: KeyboardEvent, goTo: (by: -1 | 1) => void): void {
  const { key, shiftKey, nativeEvent } = event
  if (isComposing(nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
  if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  goTo(key === 'ArrowUp' || (key === 'Enter' && shiftKey) ? -1 : 1)
}

/** A chance in the other format. A space for a text that is not valid: the rows below do not move while the viewer types. */
function otherChance(units: number | null, format: ChanceFormat): string {
  if (units === null) return '\u00a0'
  return format === 'percent' ? countOf(units, { one: 'unit', many: 'units' }) : boxChance(units)
}
