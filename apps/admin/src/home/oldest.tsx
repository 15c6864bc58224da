import { waitedSince } from '../text/time.ts'
import { Moment } from '../ui/moment.tsx'

type Props = {
  since: string
  /** The time of the data, by the clock of the service: that of the browser may be wrong. */
  at: string
}

/** The age of the oldest of several, as the end of a sentence. */
export function Oldest({ since, at }: Props) {
  return (
    <>
      the oldest for {waitedSince(since, Date.parse(at))} (since <Moment at={since} />)
    </>
  )
}
