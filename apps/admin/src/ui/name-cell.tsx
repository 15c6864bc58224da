import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Chips } from './chips.tsx'
import classes from './name-cell.module.css'

type Props = {
  picture?: ReactNode
  /** True in a table with many columns: on screens of medium width the picture is left out. */
  isDense?: boolean
  chips?: ReactNode
  /** A text below the name, such as a key. */
  detail?: ReactNode
  /** The name. */
  children: ReactNode
}

/** The name of a row, with its picture, chips and a detail. */
export function NameCell({ picture, isDense = false, chips, detail, children }: Props) {
  return (
    <div className={classes.row}>
      {picture !== undefined && <div className={isDense ? classes.dense : undefined}>{picture}</div>}
      <div className={classes.name}>
        {children}
        {chips && <Chips>{chips}</Chips>}
        {detail !== undefined && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
    </div>
  )
}
