import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { WHOLE_BPS } from '../text/boxes.ts'
import { count, countOf, money, percent } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import classes from './boxes.module.css'
import { type DraftRow, draftRtpBps, largestPrizeMinor, type RtpBounds, sumOfUnits } from './version-draft.ts'

type Props = {
  rows: readonly DraftRow[]
  /** Null while the draft has no price. */
  priceMinor: number | null
  currency: string
  bounds: RtpBounds
  /** Why the sum of the chances is not accepted. */
  fault: string | undefined
  button: ReactNode
  children: ReactNode
}

/** Sum of chances, RTP, house edge and largest prize of a draft. */
export function DraftSummary({ rows, priceMinor, currency, bounds, fault, button, children }: Props) {
  const sum = sumOfUnits(rows)
  const rtpBps = draftRtpBps(rows, priceMinor)
  const largestMinor = largestPrizeMinor(rows)
  return (
    <Section title="Summary" buttons={button}>
      <FactList>
        <Fact name="Sum of chances">
          {count(sum)} of {count(BOX_UNITS)}
          <Note>{sumText(sum)}</Note>
        </Fact>
        <Fact name="RTP">
          <Rtp {...{ rtpBps, bounds }} />
        </Fact>
        <Fact name="House edge">{rtpBps === null ? 'Unknown' : percent(WHOLE_BPS - rtpBps)}</Fact>
        <Fact name="Largest prize">{largestMinor === null ? 'Unknown' : money(largestMinor, currency)}</Fact>
      </FactList>
      {fault !== undefined && <Alert color="bad" title={fault} />}
      {children}
    </Section>
  )
}

/** The RTP, and whether it is within its bounds. `rtpBps`: null while it is unknown. */
function Rtp({ rtpBps, bounds }: { rtpBps: number | null; bounds: RtpBounds }) {
  const fault = rtpBps === null ? null : boundsFault(rtpBps, bounds)
  const text = rtpBps === null ? 'Unknown' : percent(rtpBps)
  if (fault === null) {
    return (
      <>
        {text}
        <Note>{allowedText(bounds)}</Note>
      </>
    )
  }
  return (
    <div className={classes.bad}>
      {text}
      <Text size="xs">{fault}</Text>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}

function sumText(sum: number): string {
  if (sum === BOX_UNITS) return 'Complete'
  if (sum < BOX_UNITS) return countOf(BOX_UNITS - sum, { one: 'unit is missing', many: 'units are missing' })
  return countOf(sum - BOX_UNITS, { one: 'unit too many', many: 'units too many' })
}

/** Why an RTP is not allowed; null when it is. */
function boundsFault(rtpBps: number, { minRtpBps, maxRtpBps }: RtpBounds): string | null {
  if (rtpBps < minRtpBps) return `Below the lowest allowed ${percent(minRtpBps)}`
  return rtpBps > maxRtpBps ? `Above the highest allowed ${percent(maxRtpBps)}` : null
}

function allowedText({ minRtpBps, maxRtpBps }: RtpBounds): string {
  return `Allowed: ${percent(minRtpBps)} to ${percent(maxRtpBps)}`
}
