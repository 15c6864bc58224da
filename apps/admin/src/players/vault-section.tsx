import type { AdminPlayerItem } from '@coffer/contract/admin'
import { useState } from 'react'
import { Choice } from '../list/choice.tsx'
import { PRIZE_STATES } from '../text/rounds.ts'
import { Section } from '../ui/section.tsx'
import { itemColumns } from './item-columns.tsx'
import classes from './players.module.css'
import { SectionRows } from './section-rows.tsx'
import { type PlayerKey, usePlayerItems } from './use-player.ts'

type ItemState = AdminPlayerItem['state']

const OPTIONS = Object.entries(PRIZE_STATES).map(([value, label]) => ({ value, label }))

/** The items of a player by their state. */
export function VaultSection({ playerKey }: { playerKey: PlayerKey }) {
  const [state, setState] = useState<ItemState | null>('unresolved')
  const [cursor, setCursor] = useState<string | null>(null)
  const page = usePlayerItems(playerKey, state, cursor)
  const choose = (value: string) => {
    setState(value === '' ? null : (value as ItemState))
    setCursor(null)
  }
  return (
    <Section title="Vault">
      <div className={classes.show}>
        <Choice label="Show" value={state ?? ''} allLabel="All items" options={OPTIONS} onChange={choose} />
      </div>
      <SectionRows
        what="the vault"
        label="Items"
        columns={itemColumns(playerKey.operator)}
        keyOf={({ inventoryItemId }) => inventoryItemId}
        empty={emptyText(state)}
        page={page}
        onPage={setCursor}
      />
    </Section>
  )
}

function emptyText(state: ItemState | null): string {
  if (state === null) return 'No items yet.'
  return state === 'unresolved' ? 'No items in the vault.' : 'No items in this state.'
}
