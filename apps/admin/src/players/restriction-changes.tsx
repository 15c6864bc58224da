import type { AdminPlayer } from '@coffer/contract/admin'
import { SHOWN_RESTRICTION_CHANGES } from '@coffer/contract/player-names'
import { Text } from '@mantine/core'
import { ChangeTable } from '../list/change-table.tsx'
import { describeChanges } from './describe-changes.ts'
import classes from './players.module.css'

type Props = { player: AdminPlayer; operator: string | null }

/** The newest changes of the restrictions of a player. */
export function RestrictionChanges({ player: { restrictions, restrictionChanges }, operator }: Props) {
  return (
    <>
      <h3 className={classes.caption}>Changes</h3>
      {restrictionChanges.length === 0 ? (
        <Text>No changes yet.</Text>
      ) : (
        <ChangeTable
          label="Changes of restrictions"
          changes={describeChanges(restrictionChanges, restrictions)}
          linesOf={({ lines }) => lines}
          operator={operator}
        />
      )}
      {restrictionChanges.length >= SHOWN_RESTRICTION_CHANGES && (
        <Text c="dimmed">The newest {SHOWN_RESTRICTION_CHANGES} changes are shown.</Text>
      )}
    </>
  )
}
