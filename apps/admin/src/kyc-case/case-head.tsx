import type { KycCase, KycHint } from '@coffer/contract/admin'
import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { queuePath } from '../kyc-queue/queue-path.ts'
import type { AddressState } from '../list/list-state.ts'
import { duplicateIdsOf, hintChip, hintText } from '../text/hints.ts'
import { REASONS } from '../text/reasons.ts'
import { AWAITS_TEXT, requestText, toneOf } from '../text/status.ts'
import { moment, waitedSince } from '../text/time.ts'
import { Chip } from '../ui/chip.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import classes from './case.module.css'

/** The player, the state of the case, and what the automatic checks found. */
export function CaseHead({ kycCase, address }: { kycCase: KycCase; address: AddressState }) {
  const { status, submittedAt, decidedAt, reasons, awaits, hints } = kycCase
  const attempt = 1 + kycCase.earlier.filter(({ requestId }) => requestId < kycCase.requestId).length
  const waits = awaits && AWAITS_TEXT[awaits]
  return (
    <Stack component="header" gap="sm">
      <ScreenTitle title={kycCase.playerExternalId}>
        <span className={classes.operator}>{kycCase.operator.name}</span>
      </ScreenTitle>
      <Group gap="xs">
        <Chip tone={toneOf(status)}>{requestText(kycCase)}</Chip>
        {waits && <Chip tone="info">{waits}</Chip>}
        {kycCase.isReverification && <Chip>Re-verification</Chip>}
        {attempt > 1 && <Chip>Attempt {attempt}</Chip>}
        {kycCase.fourEyes && <Chip>Four-eyes review</Chip>}
        <Text size="xs" c="dimmed">
          No. {kycCase.requestId}
          {submittedAt && ` · submitted ${moment(submittedAt)}`}
          {submittedAt && decidedAt === null && `, waiting ${waitedSince(submittedAt)}`}
          {decidedAt && ` · decided ${moment(decidedAt)}`}
        </Text>
      </Group>
      {reasons.length > 0 && <Text>Reasons: {reasons.map((reason) => REASONS[reason]).join('; ')}.</Text>}
      {kycCase.reverifyReason !== null && (
        <Alert color="info" title="The operator asked to verify this player again">
          {kycCase.reverifyReason}
          <Text c="dimmed">The player does not see this reason.</Text>
        </Alert>
      )}
      {hints.length > 0 && (
        <Paper component="section" withBorder p="md" aria-label="Hints">
          <Title order={2}>Hints of the automatic checks</Title>
          <ul className={classes.hints}>
            {hints.map((hint) => (
              <li key={hint.code}>
                <Chip tone="brand">{hintChip(hint)}</Chip>
                <span>
                  {hintText(hint)} <DuplicateLinks hint={hint} address={address} />
                </span>
              </li>
            ))}
          </ul>
        </Paper>
      )}
    </Stack>
  )
}

/** Links to the verifications that a hint names. */
function DuplicateLinks({ hint, address }: { hint: KycHint; address: AddressState }) {
  return duplicateIdsOf(hint).map((requestId) => (
    <Link key={requestId} className={classes.duplicateLink} href={queuePath(address, requestId)}>
      No. {requestId}
    </Link>
  ))
}
