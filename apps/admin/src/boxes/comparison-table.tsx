import type { AdminBoxPrize, AdminBoxVersion } from '@coffer/contract/admin'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { money, percent } from '../text/numbers.ts'
import { boxChance } from '../text/rounds.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import classes from './boxes.module.css'
import { type PrizeChange, type PrizeComparison, rtpPartBps } from './compare-versions.ts'
import { CHANGE_TEXT, textWithBefore } from './comparison-text.ts'
import { ItemLink } from './prize-table.tsx'

type Props = {
  from: AdminBoxVersion
  to: AdminBoxVersion
  rows: readonly PrizeComparison[]
  operator: string | null
}

/** Prizes in two versions of a box. */
export function ComparisonTable({ from, to, rows, operator }: Props) {
  const chance = ({ chanceUnits }: AdminBoxPrize) => boxChance(chanceUnits)
  const valueIn =
    ({ currency }: AdminBoxVersion) =>
    ({ valueMinor }: AdminBoxPrize) =>
      money(valueMinor, currency)
  const partIn =
    ({ priceMinor }: AdminBoxVersion) =>
    (prize: AdminBoxPrize) =>
      percent(rtpPartBps(prize, priceMinor))
  const columns: readonly Column<PrizeComparison>[] = [
    { key: 'prize', label: 'Prize', cell: (row) => <PrizeCell row={row} operator={operator} /> },
    { key: 'change', label: 'Change', cell: ({ change }) => <ChangeChip change={change} /> },
    {
      key: 'chance',
      label: 'Chance',
      isNumber: true,
      cell: (row) => <Pair row={row} before={chance} after={chance} />,
    },
    {
      key: 'value',
      label: 'Published value',
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

function PrizeCell({ row, operator }: { row: PrizeComparison; operator: string | null }) {
  const { itemId, name } = prizeOf(row)
  const { before, after } = row
  const hadOtherName = before !== null && after !== null && before.name !== after.name
  const type = ({ type }: AdminBoxPrize) => ITEM_TYPE_TEXT[type]
  return (
    <NameCell
      detail={
        <>
          {hadOtherName && `was ${before.name}, `}
          {textWithBefore(row, { before: type, after: type })}
        </>
      }
    >
      <ItemLink itemId={itemId} operator={operator}>
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
