import type { AdminBox, AdminLivePrize } from '@coffer/contract/admin'
import { Group, Text } from '@mantine/core'
import { versionName } from '../text/boxes.ts'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { money } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import { prizeChips } from './prize-chips.tsx'
import { chanceColumn, ItemLink, partColumn, valueColumn } from './prize-table.tsx'
import { PublishedOdds } from './published-odds.tsx'

const PICTURE_SIZE = 32

type Props = { box: AdminBox; operator: string | null }

/** The prizes of the live version with their chances. */
export function OddsSection({ box: { live, status }, operator }: Props) {
  if (live === null) {
    return (
      <Section title="Odds">
        <Text>
          No version is live.
          {status !== 'archived' &&
            ' Staff can publish one here with Set price and prizes. The next import that contains the box and does not archive it also publishes one.'}
        </Text>
      </Section>
    )
  }
  return (
    <Section title="Odds">
      <Group justify="space-between" gap="xs">
        <Text>
          {versionName(live)}, published <Moment at={live.publishedAt} />.
        </Text>
        <PublishedOdds boxVersionId={live.boxVersionId} />
      </Group>
      <DataTable
        isInset
        label="Odds"
        columns={columnsOf(live, operator)}
        rows={live.prizes}
        keyOf={({ itemId }) => itemId}
      />
    </Section>
  )
}

function columnsOf(live: NonNullable<AdminBox['live']>, operator: string | null): readonly Column<AdminLivePrize>[] {
  const { prizes, currency } = live
  const valueNow: Column<AdminLivePrize> = {
    key: 'now',
    label: 'Value now',
    isNumber: true,
    cell: ({ currentValueMinor }) => money(currentValueMinor, currency),
  }
  return [
    { key: 'prize', label: 'Prize', cell: (prize) => <PrizeCell prize={prize} operator={operator} /> },
    chanceColumn,
    valueColumn(currency),
    ...(prizes.some(({ currentValueMinor, valueMinor }) => currentValueMinor !== valueMinor) ? [valueNow] : []),
    partColumn(live),
  ]
}

function PrizeCell({ prize, operator }: { prize: AdminLivePrize; operator: string | null }) {
  const { itemId, name, type, imageUrl } = prize
  return (
    <NameCell
      picture={<Picture key={imageUrl} imageUrl={imageUrl} size={PICTURE_SIZE} />}
      chips={prizeChips(prize)}
      detail={ITEM_TYPE_TEXT[type]}
    >
      <ItemLink itemId={itemId} operator={operator}>
        {name}
      </ItemLink>
    </NameCell>
  )
}
