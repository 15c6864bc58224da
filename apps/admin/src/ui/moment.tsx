import { exactMoment, moment } from '../text/time.ts'

/** A date with its time, in the time zone of the browser. `isExact`: with seconds. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  return <time dateTime={at}>{isExact ? exactMoment(at) : moment(at)}</time>
}
