import type { AdminRound } from '@coffer/contract/admin'
import { count, money } from '../text/numbers.ts'
import { BOX_UNITS, boxChance } from '../text/rounds.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './rounds.module.css'

type Draw = AdminRound['draws'][number]

/** The draws of a round of boxes, by reel. */
export function DrawTable({ draws, currency }: { draws: readonly Draw[]; currency: string }) {
  const columns: readonly Column<Draw>[] = [
    { key: 'reel', label: 'Reel', cell: ({ reelIndex }) => `Reel ${reelIndex + 1}` },
    {
      key: 'box',
      label: 'Box',
      cell: ({ boxName, boxVersionId }) => (
        <span className={classes.cell}>{`${boxName} (version ID ${boxVersionId})`}</span>
      ),
    },
    { key: 'paid', label: 'Price paid', isNumber: true, cell: ({ paidMinor }) => money(paidMinor, currency) },
    {
      key: 'item',
      label: 'Item',
      cell: ({ itemName }) => <span className={classes.cell}>{itemName ?? 'Not drawn'}</span>,
    },
    {
      key: 'draw',
      label: 'Draw',
      isNumber: true,
      cell: ({ rawDraw }) => (rawDraw === null ? null : `${count(rawDraw)} of ${count(BOX_UNITS)}`),
    },
    {
      key: 'chance',
      label: 'Chance',
      isNumber: true,
      cell: ({ chanceUnits }) => (chanceUnits === null ? null : boxChance(chanceUnits)),
    },
  ]
  return (
    <>
      <h3 className={classes.caption}>Draws</h3>
      <DataTable isInset label="Draws" columns={columns} rows={draws} keyOf={({ reelIndex }) => reelIndex} />
    </>
  )
}
