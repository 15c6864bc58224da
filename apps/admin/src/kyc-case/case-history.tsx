import type { KycCase } from '@coffer/contract/admin'
import { Paper, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { queuePath } from '../kyc-queue/queue-path.ts'
import type { AddressState } from '../list/list-state.ts'
import { REASONS } from '../text/reasons.ts'
import { requestText } from '../text/status.ts'
import { moment } from '../text/time.ts'
import { Chip } from '../ui/chip.tsx'
import classes from './case.module.css'

type Reasons = KycCase['reasons']

/** Opinions on the case, and other verifications of the player. */
export function CaseHistory({ kycCase: { opinions, earlier }, address }: { kycCase: KycCase; address: AddressState }) {
  return (
    <>
      {opinions.length > 0 && (
        <Paper component="section" withBorder p="md">
          <Title order={2}>Opinions</Title>
          <ul className={classes.lines}>
            {opinions.map(({ by, isYours, verdict, reasons, at }) => (
              <li key={at + by}>
                <Chip tone={verdict === 'confirmed' ? 'good' : 'bad'}>
                  {verdict === 'confirmed' ? 'Confirm' : 'Reject'}
                </Chip>{' '}
                by {isYours ? 'you' : by}, {moment(at)}
                <ReasonList reasons={reasons} />
              </li>
            ))}
          </ul>
        </Paper>
      )}
      {earlier.length > 0 && (
        <Paper component="section" withBorder p="md">
          <Title order={2}>Other verifications of this player</Title>
          <ul className={classes.lines}>
            {earlier.map((one) => {
              const at = one.decidedAt ?? one.submittedAt
              return (
                <li key={one.requestId}>
                  <Link href={queuePath(address, one.requestId)}>No. {one.requestId}</Link> {requestText(one)}
                  {at && `, ${moment(at)}`}
                  {one.isErased && ', erased'}
                  <ReasonList reasons={one.reasons} />
                </li>
              )
            })}
          </ul>
        </Paper>
      )}
    </>
  )
}

function ReasonList({ reasons }: { reasons: Reasons }) {
  if (reasons.length === 0) return null
  return (
    <Text span size="xs" c="dimmed">
      : {reasons.map((reason) => REASONS[reason]).join('; ')}
    </Text>
  )
}
