import type { PlayerSpend } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { money, signedMoney } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import { SectionPart } from './section-rows.tsx'
import { type PlayerKey, useSpend } from './use-player.ts'

/** The money that the wallet moved for a player, or why it is not shown. */
export function SpendSection({ playerKey }: { playerKey: PlayerKey }) {
  const spend = useSpend(playerKey)
  return (
    <Section title="Spend and net position">
      <SectionPart query={spend}>
        {spend.isPending && <Loading what="the spend" />}
        {spend.data !== undefined && <SpendTables spend={spend.data} />}
      </SectionPart>
    </Section>
  )
}

/** Tables of spend by period, one for each currency. */
function SpendTables({ spend }: { spend: readonly PlayerSpend[] }) {
  if (spend.length === 0) return <Text>The wallet has not moved any money for this player.</Text>
  return (
    <>
      {spend.map((one) => (
        <DataTable
          key={one.currency}
          isInset
          label={`Spend and net position in ${one.currency}`}
          columns={columnsOf(one)}
          rows={PERIODS}
          keyOf={({ name }) => name}
        />
      ))}
      <Text size="xs" c="dimmed">
        Spent: debits that became final. Returned: cashback and refunds. The net position is returned minus spent; items
        in the vault are not counted.
      </Text>
    </>
  )
}

type Period = { readonly name: Exclude<keyof PlayerSpend, 'currency'>; readonly label: string }

const PERIODS: readonly Period[] = [
  { name: 'last24Hours', label: 'Last 24 hours' },
  { name: 'last7Days', label: 'Last 7 days' },
  { name: 'last30Days', label: 'Last 30 days' },
  { name: 'total', label: 'Total' },
]

function columnsOf(spend: PlayerSpend): readonly Column<Period>[] {
  const { currency } = spend
  return [
    { key: 'period', label: `Period, in ${currency}`, cell: ({ label }) => label },
    { key: 'spent', label: 'Spent', isNumber: true, cell: ({ name }) => money(spend[name].spentMinor, currency) },
    {
      key: 'returned',
      label: 'Returned',
      isNumber: true,
      cell: ({ name }) => money(spend[name].returnedMinor, currency),
    },
    {
      key: 'net',
      label: 'Net position',
      isNumber: true,
      cell: ({ name }) => signedMoney(spend[name].netMinor, currency),
    },
  ]
}
