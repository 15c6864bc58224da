import type { AdminPlayerItem } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { money } from '../text/numbers.ts'
import { prizeState } from '../text/rounds.ts'
import { Chip } from '../ui/chip.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './players.module.css'

/** The columns of the items of a player. */
export function itemColumns(operator: string | null): readonly Column<AdminPlayerItem>[] {
  return [
    { key: 'item', label: 'Item', cell: ({ name }) => <span className={classes.cell}>{name}</span> },
    { key: 'id', label: 'Vault item ID', cell: ({ inventoryItemId }) => inventoryItemId },
    { key: 'state', label: 'State', cell: stateCell },
    { key: 'value', label: 'Value', isNumber: true, cell: valueCell },
    { key: 'received', label: 'Received', cell: (item) => receivedCell(item, operator) },
    { key: 'expires', label: 'Expires', cell: ({ expiresAt }) => expiresAt !== null && <Moment at={expiresAt} /> },
  ]
}

function stateCell({ state }: AdminPlayerItem) {
  const isOpen = state === 'crediting' || state === 'disputed'
  return (
    <span className={classes.chips}>
      <Chip tone={isOpen ? 'bad' : 'plain'}>{prizeState(state)}</Chip>
    </span>
  )
}

function valueCell({ valueMinor, wonValueMinor, currency }: AdminPlayerItem) {
  if (valueMinor === wonValueMinor) return money(valueMinor, currency)
  return (
    <div>
      {money(valueMinor, currency)}
      <Text size="xs" c="dimmed">
        {money(wonValueMinor, currency)} when received
      </Text>
    </div>
  )
}

function receivedCell({ createdAt, roundPublicId }: AdminPlayerItem, operator: string | null) {
  if (roundPublicId === null) return <Moment at={createdAt} />
  return (
    <Link className={classes.link} href={operatorPath(`/rounds/${roundPublicId}`, operator)}>
      <Moment at={createdAt} />
    </Link>
  )
}
