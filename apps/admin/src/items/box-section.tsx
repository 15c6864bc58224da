import type { AdminItem, AdminItemBox } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { AllowedLink } from '../list/allowed-link.tsx'
import { money, percent } from '../text/numbers.ts'
import { boxChance } from '../text/rounds.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Section } from '../ui/section.tsx'
import { MoreBoxes } from './more-boxes.tsx'

/** The boxes whose live version contains an item. */
export function BoxSection({ item: { boxes, boxCount }, operator }: { item: AdminItem; operator: string | null }) {
  return (
    <Section title="Boxes">
      {boxes.length === 0 ? (
        <Text>No box contains this item.</Text>
      ) : (
        <>
          <DataTable isInset label="Boxes" columns={columnsOf(operator)} rows={boxes} keyOf={({ boxId }) => boxId} />
          <Text size="xs" c="dimmed">
            “RTP now” is calculated from the current values, as cashback would pay them.
          </Text>
          <MoreBoxes shown={boxes.length} all={boxCount} />
        </>
      )}
    </Section>
  )
}

function columnsOf(operator: string | null): readonly Column<AdminItemBox>[] {
  return [
    {
      key: 'box',
      label: 'Box',
      cell: ({ boxId, name, slug }) => (
        <NameCell detail={slug}>
          <AllowedLink path={`/boxes/${boxId}`} permission="boxes.read" operator={operator}>
            {name}
          </AllowedLink>
        </NameCell>
      ),
    },
    { key: 'price', label: 'Price', isNumber: true, cell: ({ priceMinor, currency }) => money(priceMinor, currency) },
    { key: 'chance', label: 'Chance', isNumber: true, cell: ({ chanceUnits }) => boxChance(chanceUnits) },
    {
      key: 'published',
      label: 'Published value',
      isNumber: true,
      cell: ({ publishedValueMinor, currency }) => money(publishedValueMinor, currency),
    },
    { key: 'rtp', label: 'RTP now', isNumber: true, cell: ({ currentRtpBps }) => percent(currentRtpBps) },
    { key: 'state', label: 'State', cell: (box) => <StateChip {...box} /> },
  ]
}

function StateChip({ isArchived, isPaused }: Pick<AdminItemBox, 'isArchived' | 'isPaused'>) {
  if (isArchived) return <Chip>Archived</Chip>
  return isPaused ? <Chip tone="bad">Paused</Chip> : <Chip tone="good">On sale</Chip>
}
