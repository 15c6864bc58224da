import type { AdminItem, ItemValuePreview } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { money } from '../text/numbers.ts'
import { ValueEffects } from './value-effects.tsx'

/** Effects of another value of an item. */
export function ValuePreview({ preview, item }: { preview: ItemValuePreview; item: AdminItem }) {
  const { fromMinor, valueMinor, currency, boxCount, boxes, vaults, isUpgraderPrize } = preview
  return (
    <>
      <Text>
        Value: from {money(fromMinor, currency)} to {money(valueMinor, currency)}.
      </Text>
      <ValueEffects
        {...{ boxes, boxCount, vaults }}
        withoutBoxes="No box contains this item."
        withoutVaults={
          item.isCollectible
            ? 'No collectible of this kind is in a vault.'
            : 'Items in vaults keep the value at which they were won.'
        }
        upgrader={isUpgraderPrize ? UPGRADER : null}
      />
    </>
  )
}

const UPGRADER = 'Players can win this item in the Upgrader. Its chances follow the new value immediately.'
