import type { AdminBoxPrize } from '@coffer/contract/admin'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { money } from '../text/numbers.ts'
import { boxChance } from '../text/rounds.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import classes from './boxes.module.css'
import type { PrizeChange, PrizeComparison, VersionPrizes } from './compare-versions.ts'
import { CHANGE_TEXT, textWithBefore } from './comparison-text.ts'
import { prizeChips } from './prize-chips.tsx'
import { ItemLink, partText } from './prize-table.tsx'

type Props = {
  from: VersionPrizes
  to: VersionPrizes
  rows: readonly PrizeComparison[]
  operator: string | null
  /** Label of the values. Omitted: those as published. */
  valueLabel?: string
  /** True where leaving the screen would discard what the viewer has entered. */
  opensNewTabs?: boolean
}

/** Prizes in two versions of a box. */
export function ComparisonTable({ from, to, rows, operator, valueLabel = 'Published value', opensNewTabs }: Props) {
  const chance = ({ chanceUnits }: AdminBoxPrize) => boxChance(chanceUnits)
  const valueIn =
    ({ currency }: VersionPrizes) =>
    ({ valueMinor }: AdminBoxPrize) =>
      money(valueMinor, currency)
  const partIn =
    ({ priceMinor }: VersionPrizes) =>
    (prize: AdminBoxPrize) =>
      partText(prize, priceMinor)
  const columns: readonly Column<PrizeComparison>[] = [
    { key: 'prize', label: 'Prize', cell: (row) => <PrizeCell {...{ row, operator, opensNewTabs }} /> },
    { key: 'change', label: 'Change', cell: ({ change }) => <ChangeChip change={change} /> },
    {
      key: 'chance',
      label: 'Chance',
      isNumber: true,
      cell: (row) => <Pair row={row} before={chance} after={chance} />,
    },
    {
      key: 'value',
      label: valueLabel,
      isNumber: true,
      cell: (row) => <Pair row={row} before={valueIn(from)} after={valueIn(to)} />,
    },
    {
      key: 'part',
      label: 'Part of RTP',
      isNumber: true,
      cell: (row) => <Pair row={row} before={partIn(from)} after={partIn(to)} />,
    },
  ]
  return <DataTable isInset label="Prizes" columns={columns} rows={rows} keyOf={(row) => prizeOf(row).itemId} />
}

type TextOf = (prize: AdminBoxPrize) => string
type PairProps = { row: PrizeComparison; before: TextOf; after: TextOf }

/** A number of a prize with the one before it, which may take a line of its own. */
function Pair({ row, before, after }: PairProps) {
  return <span className={classes.pair}>{textWithBefore(row, { before, after })}</span>
}

function prizeOf(row: PrizeComparison): AdminBoxPrize {
  return row.after ?? row.before
}

type CellProps = Pick<Props, 'operator' | 'opensNewTabs'> & { row: PrizeComparison }

function PrizeCell({ row, operator, opensNewTabs }: CellProps) {
  const { itemId, name } = prizeOf(row)
  const { before, after } = row
  const hadOtherName = before !== null && after !== null && before.name !== after.name
  const type = ({ type }: AdminBoxPrize) => ITEM_TYPE_TEXT[type]
  return (
    <NameCell
      chips={after !== null && prizeChips(after)}
      detail={
        <>
          {hadOtherName && `was ${before.name}, `}
          {textWithBefore(row, { before: type, after: type })}
        </>
      }
    >
      <ItemLink itemId={itemId} operator={operator} isInNewTab={opensNewTabs}>
        {name}
      </ItemLink>
    </NameCell>
  )
}

const TONES: Readonly<Record<PrizeChange, 'good' | 'bad' | 'info' | 'plain'>> = {
  added: 'good',
  removed: 'bad',
  changed: 'info',
  moved: 'plain',
  same: 'plain',
}

function ChangeChip({ change }: { change: PrizeChange }) {
  return <Chip tone={TONES[change]}>{CHANGE_TEXT[change]}</Chip>
}
