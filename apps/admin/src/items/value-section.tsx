import type { AdminItem } from '@coffer/contract/admin'
import { SHOWN_VALUES } from '@coffer/contract/item-names'
import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { count, money } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/loading.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import classes from './items.module.css'
import { changeText, type ValueLine, type ValueRow, valueHistory, valueRows } from './value-history.ts'

const ValueChart = lazy(async () => ({ default: (await import('./value-chart.tsx')).ValueChart }))

const NEWEST = 10

type Props = {
  item: AdminItem
  /** The time at which the item was read. */
  readAt: string
}

/** The values of an item as a chart and as a table. */
export function ValueSection({ item, readAt }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const history = useMemo(() => valueHistory(item, readAt), [item, readAt])
  const rows = valueRows(item.values)
  const toggle = rows.length > NEWEST && (
    <Button onClick={() => setShowsAll(!showsAll)}>
      {showsAll ? `Show the newest ${NEWEST} values` : `Show all ${count(rows.length)} values`}
    </Button>
  )
  return (
    <Section title="Value" buttons={toggle}>
      {'line' in history && <Chart line={history.line} currency={item.currency} />}
      {'unchangedSince' in history && history.unchangedSince !== null && (
        <Text>
          The value has not changed since <Moment at={history.unchangedSince} />.
        </Text>
      )}
      {rows.length === 0 ? (
        <Text>No values recorded.</Text>
      ) : (
        <DataTable
          isInset
          label="Values"
          columns={COLUMNS}
          rows={showsAll ? rows : rows.slice(0, NEWEST)}
          keyOf={({ revisionId }) => revisionId}
        />
      )}
      {rows.length >= SHOWN_VALUES && <Text c="dimmed">The newest {SHOWN_VALUES} values are shown.</Text>}
    </Section>
  )
}

function Chart({ line, currency }: { line: ValueLine; currency: string }) {
  return (
    <ErrorBoundary title="The chart could not be shown.">
      <div className={classes.chart}>
        <Suspense fallback={<Loading what="the chart" />}>
          <ValueChart line={line} currency={currency} />
        </Suspense>
      </div>
    </ErrorBoundary>
  )
}

const COLUMNS: readonly Column<ValueRow>[] = [
  { key: 'time', label: 'Time', cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
  { key: 'value', label: 'Value', isNumber: true, cell: ({ valueMinor, currency }) => money(valueMinor, currency) },
  { key: 'change', label: 'Change', isNumber: true, cell: changeText },
]
