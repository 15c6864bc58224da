import type { ReactNode } from 'react'
import classes from './chips.module.css'

/** Chips in a row, which break onto further lines. */
export function Chips({ children }: { children: ReactNode }) {
  return <span className={classes.chips}>{children}</span>
}
