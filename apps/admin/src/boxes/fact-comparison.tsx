import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './boxes.module.css'

/** A fact of two versions. `isTime`: every version has another, so that a difference is no change. */
export type ComparedFact = {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly isTime?: boolean | undefined
}

type Props = {
  /** The names of the versions. */
  from: string
  to: string
  facts: readonly ComparedFact[]
}

/** The facts of two versions next to one another. */
export function FactComparison({ from, to, facts }: Props) {
  const columns: readonly Column<ComparedFact>[] = [
    { key: 'fact', label: 'Fact', cell: ({ name }) => name },
    { key: 'from', label: from, cell: (fact) => fact.from },
    { key: 'to', label: to, cell: (fact) => <Compared fact={fact} /> },
  ]
  return <DataTable isInset label="Facts" columns={columns} rows={facts} keyOf={({ name }) => name} />
}

function Compared({ fact: { from, to, isTime } }: { fact: ComparedFact }) {
  if (isTime || from === to) return to
  return (
    <span>
      <strong className={classes.changed}>{to}</strong> changed
    </span>
  )
}
