import type { PlayerWallet } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { money } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Section } from '../ui/section.tsx'

/** The money that the wallet moved for a player, by currency and period. */
export function WalletSection({ wallet }: { wallet: readonly PlayerWallet[] }) {
  return (
    <Section title="Spend and net position">
      {wallet.length === 0 && <Text>The wallet has not moved any money for this player.</Text>}
      {wallet.map((one) => (
        <DataTable
          key={one.currency}
          isInset
          label={`Spend and net position in ${one.currency}`}
          columns={columnsOf(one)}
          rows={PERIODS}
          keyOf={({ name }) => name}
        />
      ))}
      {wallet.length > 0 && (
        <Text size="xs" c="dimmed">
          Spent: debits that became final. Returned: cashback and refunds. The net position is returned minus spent;
          items in the vault are not counted.
        </Text>
      )}
    </Section>
  )
}

type Period = { readonly name: Exclude<keyof PlayerWallet, 'currency'>; readonly label: string }

const PERIODS: readonly Period[] = [
  { name: 'last24Hours', label: 'Last 24 hours' },
  { name: 'last7Days', label: 'Last 7 days' },
  { name: 'last30Days', label: 'Last 30 days' },
  { name: 'total', label: 'Total' },
]

function columnsOf(wallet: PlayerWallet): readonly Column<Period>[] {
  const { currency } = wallet
  return [
    { key: 'period', label: `Period, in ${currency}`, cell: ({ label }) => label },
    { key: 'spent', label: 'Spent', isNumber: true, cell: ({ name }) => money(wallet[name].spentMinor, currency) },
    {
      key: 'returned',
      label: 'Returned',
      isNumber: true,
      cell: ({ name }) => money(wallet[name].returnedMinor, currency),
    },
    {
      key: 'net',
      label: 'Net position',
      isNumber: true,
      cell: ({ name }) => signed(wallet[name].netMinor, currency),
    },
  ]
}

/** An amount with its sign, such as +€3.00 or −€12.00. */
function signed(minor: number, currency: string): string {
  return minor > 0 ? `+${money(minor, currency)}` : money(minor, currency)
}
