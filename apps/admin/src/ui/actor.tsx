import { Text } from '@mantine/core'
import { type AuditActor, actorText } from '../text/audit.ts'
import classes from './actor.module.css'
import { Chip } from './chip.tsx'

/** The actor of a recorded change: name and ID. Staff of Coffer are marked, because a name may be any text. */
export function Actor(props: AuditActor) {
  const name = actorText(props)
  return (
    <span className={classes.actor}>
      {name}{' '}
      <Text span c={name === null ? undefined : 'dimmed'}>
        {name === null ? props.actor : `(${props.actor})`}
      </Text>{' '}
      {props.isPlatformStaff && <Chip tone="plain">Coffer</Chip>}
    </span>
  )
}
