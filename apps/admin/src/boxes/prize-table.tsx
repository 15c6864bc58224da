import type { AdminBoxPrize } from '@coffer/contract/admin'
import { AllowedLink } from '../list/allowed-link.tsx'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { money, percent } from '../text/numbers.ts'
import { boxChance } from '../text/rounds.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { rtpPartBps, type ShownPrize, type VersionPrizes } from './compare-versions.ts'
import { prizeChips } from './prize-chips.tsx'

type Props = {
  version: VersionPrizes
  operator: string | null
  /** Label of the values. Omitted: those as published. */
  valueLabel?: string
  /** True where leaving the screen would discard what the viewer has entered. */
  opensNewTabs?: boolean
}

/** The prizes of a version with their chances. */
export function PrizeTable({ version, operator, valueLabel, opensNewTabs }: Props) {
  const columns: readonly Column<ShownPrize>[] = [
    {
      key: 'prize',
      label: 'Prize',
      cell: (prize) => (
        <NameCell chips={prizeChips(prize)} detail={ITEM_TYPE_TEXT[prize.type]}>
          <ItemLink itemId={prize.itemId} operator={operator} isInNewTab={opensNewTabs}>
            {prize.name}
          </ItemLink>
        </NameCell>
      ),
    },
    chanceColumn,
    valueColumn(version.currency, valueLabel),
    partColumn(version),
  ]
  return <DataTable isInset label="Prizes" columns={columns} rows={version.prizes} keyOf={({ itemId }) => itemId} />
}

type LinkProps = { itemId: number; operator: string | null; isInNewTab?: boolean; children: string }

/** The name of an item, linked to the item if the viewer may see it. */
export function ItemLink({ itemId, operator, isInNewTab, children }: LinkProps) {
  return (
    <AllowedLink path={`/items/${itemId}`} permission="items.read" operator={operator} isInNewTab={isInNewTab}>
      {children}
    </AllowedLink>
  )
}

export const chanceColumn: Column<AdminBoxPrize> = {
  key: 'chance',
  label: 'Chance',
  isNumber: true,
  cell: ({ chanceUnits }) => boxChance(chanceUnits),
}

/** `label`: omitted for values as published. */
export function valueColumn(currency: string, label = 'Published value'): Column<AdminBoxPrize> {
  return {
    key: 'value',
    label,
    isNumber: true,
    cell: ({ valueMinor }) => money(valueMinor, currency),
  }
}

export function partColumn({ priceMinor }: Pick<VersionPrizes, 'priceMinor'>): Column<AdminBoxPrize> {
  return {
    key: 'part',
    label: 'Part of RTP',
    isNumber: true,
    cell: (prize) => partText(prize, priceMinor),
  }
}

/** The part of the RTP that a prize contributes; a dash without a price. */
export function partText(prize: Pick<AdminBoxPrize, 'valueMinor' | 'chanceUnits'>, priceMinor: number): string {
  return priceMinor === 0 ? '–' : percent(rtpPartBps(prize, priceMinor))
}
