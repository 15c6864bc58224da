import { moment } from '../text/time.ts'

/** A date with its time, in the time zone of the browser. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{moment(at)}</time>
}
