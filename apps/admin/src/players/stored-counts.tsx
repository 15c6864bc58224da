import type { StoredData } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { isErasable, openOrdersText, STORED_KINDS, STORED_TEXT } from '../text/personal-data.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'

/** Counts of what is stored of a player, and what cannot be erased now. */
export function StoredCounts({ stored }: { stored: StoredData }) {
  const openOrders = openOrdersText(stored.openOrders)
  return (
    <>
      <FactList>
        {STORED_KINDS.map((kind) => (
          <Fact key={kind} name={STORED_TEXT[kind].label}>
            {count(stored[kind])}{' '}
            <Text span c="dimmed">
              ({STORED_TEXT[kind].explanation})
            </Text>
          </Fact>
        ))}
      </FactList>
      {!isErasable(stored) && <Text>Coffer stores nothing that can be erased now.</Text>}
      {openOrders !== null && <Text>{openOrders}</Text>}
    </>
  )
}
