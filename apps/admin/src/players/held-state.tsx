import type { HeldData } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { erasableKinds, HELD_KINDS, HELD_TEXT, openOrdersText } from '../text/personal-data.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'

/** Counts of what is stored of a player, and what cannot be erased now. */
export function HeldState({ held }: { held: HeldData }) {
  const openOrders = openOrdersText(held.openOrders)
  return (
    <>
      <FactList>
        {HELD_KINDS.map((kind) => (
          <Fact key={kind} name={HELD_TEXT[kind].label}>
            {count(held[kind])}{' '}
            <Text span c="dimmed">
              ({HELD_TEXT[kind].explanation})
            </Text>
          </Fact>
        ))}
      </FactList>
      {erasableKinds(held).length === 0 && <Text>Coffer stores nothing that can be erased now.</Text>}
      {openOrders !== null && <Text>{openOrders}</Text>}
    </>
  )
}
