import type { AdminRound } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { useStaff } from '../session/session.tsx'
import classes from './rounds.module.css'

type Props = { round: AdminRound; operator: string | null; children: string }

/** A text about the player of a round, linked to the player if the viewer may see them. */
export function PlayerLink({ round: { playerId }, operator, children }: Props) {
  if (!mayDo(useStaff().roles, 'players.read')) return children
  return (
    <Link className={classes.player} href={operatorPath(`/players/${playerId}`, operator)}>
      {children}
    </Link>
  )
}
