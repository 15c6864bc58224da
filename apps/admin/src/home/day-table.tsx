import type { Home, HomeDay } from '@coffer/contract/admin'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { count } from '../text/numbers.ts'
import { day } from '../text/time.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Section } from '../ui/section.tsx'
import { Amount } from './amount.tsx'
import { roundCountOf } from './totals.ts'

const SHORT_COUNT = 7

/** The days that have rounds, newest first. */
export function DayTable({ play: { currency, days, otherCurrencies } }: { play: NonNullable<Home['play']> }) {
  const [showsAll, setShowsAll] = useState(false)
  const title = `Last ${days.length} days`
  const rows = days.filter((one) => roundCountOf(one) > 0)
  if (rows.length === 0) {
    return (
      <Section title={title}>
        <Text>
          No rounds{otherCurrencies.length > 0 && ` in ${currency}`} in the last {days.length} days. They appear here
          after players have opened boxes.
        </Text>
      </Section>
    )
  }
  const button = rows.length > SHORT_COUNT && (
    <Button onClick={() => setShowsAll(!showsAll)}>{showsAll ? 'Show fewer' : `Show all ${rows.length} days`}</Button>
  )
  return (
    <Section title={title} buttons={button}>
      <DataTable
        isInset
        label={title}
        columns={columnsIn(currency)}
        rows={showsAll ? rows : rows.slice(0, SHORT_COUNT)}
        keyOf={({ date }) => date}
      />
      {rows.length < days.length && (
        <Text size="xs" c="dimmed">
          Days without rounds are not listed.
        </Text>
      )}
    </Section>
  )
}

function columnsIn(currency: string): Column<HomeDay>[] {
  const amounts = (key: 'betMinor' | 'payoutMinor' | 'ggrMinor', label: string): Column<HomeDay> => ({
    key,
    label,
    isNumber: true,
    cell: (row) => <Amount minor={row[key]} currency={currency} />,
  })
  return [
    { key: 'date', label: 'Day (UTC)', cell: ({ date }) => <time dateTime={date}>{day(date)}</time> },
    { key: 'roundCount', label: 'Rounds', isNumber: true, cell: (row) => count(roundCountOf(row)) },
    amounts('betMinor', 'Bets'),
    amounts('payoutMinor', 'Payouts'),
    amounts('ggrMinor', 'GGR'),
  ]
}
