import { money } from '../text/numbers.ts'
import classes from './home.module.css'

/** An amount of money. A negative one is in the colour of losses, and has a minus sign. */
export function Amount({ minor, currency }: { minor: number; currency: string }) {
  return <span className={minor < 0 ? classes.negative : undefined}>{money(minor, currency)}</span>
}
