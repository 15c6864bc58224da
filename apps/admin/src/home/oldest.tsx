import { waitedSince } from '../text/time.ts'
import { Moment } from '../ui/moment.tsx'

type Props = {
  /** Null when there are none. */
  since: string | null
  /** The time of the data, by the clock of the service: that of the browser may be wrong. */
  at: string
}

/** The age of the oldest of several, as a part of a sentence that follows their number. */
export function Oldest({ since, at }: Props) {
  if (since === null) return null
  return (
    <>
      , the oldest for {waitedSince(since, Date.parse(at))} (since <Moment at={since} />)
    </>
  )
}
