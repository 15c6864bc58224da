import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** A list of names and values. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>
}

/** `isWide`: the value takes a line of its own. */
export function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? undefined : classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
