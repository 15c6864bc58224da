import type { AdminBox } from '@coffer/contract/admin'
import type { BoxStatus } from '@coffer/contract/box-names'
import { Code, Text } from '@mantine/core'
import { BOX_STATUS_TEXT, campaignsText, WHOLE_BPS } from '../text/boxes.ts'
import { money, percent, yesOrNo } from '../text/numbers.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './boxes.module.css'

/** Details of a box. */
export function BoxFacts({ box }: { box: AdminBox }) {
  const { boxId, key, slug, description, refundable, unprofitableSince, createdAt, archivedAt, campaignCount } = box
  return (
    <FactList>
      <Fact name="Status">{statusText(box.status)}</Fact>
      <Fact name="Key">
        <Code>{key}</Code>
      </Fact>
      <Fact name="Box ID">{boxId}</Fact>
      <Fact name="Slug">
        <Code>{slug}</Code>
      </Fact>
      {description !== null && (
        <Fact name="Description">
          <span className={classes.description}>{description}</span>
        </Fact>
      )}
      <PriceFacts box={box} />
      <Fact name="Returnable before opening">{yesOrNo(refundable)}</Fact>
      {unprofitableSince !== null && (
        <Fact name="Unprofitable since">
          <Moment at={unprofitableSince} isExact />
        </Fact>
      )}
      <Fact name="Added">
        <Moment at={createdAt} isExact />
      </Fact>
      {archivedAt !== null && (
        <Fact name="Archived">
          <Moment at={archivedAt} isExact />
        </Fact>
      )}
      {campaignCount > 0 && <Fact name="Campaigns">{campaignsText(campaignCount)}</Fact>}
    </FactList>
  )
}

function statusText(status: BoxStatus): string {
  return status === 'paused' ? 'Paused: on average it returns more than it costs' : BOX_STATUS_TEXT[status]
}

/** A value with an explanation below it. */
function Explained({ text, children }: { text: string; children: string }) {
  return (
    <>
      {children}
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </>
  )
}

/** The price of the live version, and what the box returns of it. Renders nothing without a live version. */
function PriceFacts({ box: { live, currentRtpBps, cashedRtpBps } }: { box: AdminBox }) {
  if (live === null) return null
  const { priceMinor, currency, rtpBps, maxPrizeMinor } = live
  return (
    <>
      <Fact name="Price">{money(priceMinor, currency)}</Fact>
      <Fact name="RTP">
        <Explained text="As published">{percent(rtpBps)}</Explained>
      </Fact>
      <Fact name="House edge">{percent(WHOLE_BPS - rtpBps)}</Fact>
      {currentRtpBps !== null && (
        <Fact name="RTP now">
          <Explained text="At the values in force, as cashback pays them">{percent(currentRtpBps)}</Explained>
        </Fact>
      )}
      <Fact name="RTP if cashed back">
        {cashedRtpBps === null ? (
          'Cashback is off'
        ) : (
          <Explained text="Prizes that cannot be cashed back count as nothing">{percent(cashedRtpBps)}</Explained>
        )}
      </Fact>
      <Fact name="Largest prize">{money(maxPrizeMinor, currency)}</Fact>
    </>
  )
}
