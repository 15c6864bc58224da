import type { ReactNode, Ref } from 'react'
import classes from './action-result.module.css'

/** The result of the last action; null when there is none. It is shown next to the action, because the page may be long. */
export function ActionResult({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div role="status" ref={ref} className={children === null ? 'visually-hidden' : classes.result}>
      {children}
    </div>
  )
}
