import type { AdminPlayerRow } from '@coffer/contract/admin'
import { Chip } from '../ui/chip.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './players.module.css'

type Props = Pick<AdminPlayerRow, 'selfExcluded' | 'coolOffUntil'>

/** The self-exclusion and the cool-off of a player. Renders nothing when there is none. */
export function ExclusionChips({ selfExcluded, coolOffUntil }: Props) {
  if (!selfExcluded && coolOffUntil === null) return null
  return (
    <span className={classes.chips}>
      {selfExcluded && <Chip tone="bad">Self-excluded</Chip>}
      {coolOffUntil !== null && (
        <Chip tone="bad">
          Cool-off until <Moment at={coolOffUntil} />
        </Chip>
      )}
    </span>
  )
}
