import type { AdminPlayer } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { SHOWN_VERIFICATIONS } from '@coffer/contract/player-names'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { useStaff } from '../session/session.tsx'
import { REASONS } from '../text/reasons.ts'
import { STATUS_TEXT, toneOf } from '../text/status.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import classes from './players.module.css'

type Verification = AdminPlayer['verifications'][number]
type Props = { verifications: readonly Verification[]; operator: string | null }

/** The newest verifications of a player, without their personal data. */
export function VerificationSection({ verifications, operator }: Props) {
  const mayOpen = mayDo(useStaff().roles, 'kyc.read')
  const pathOf = (requestId: number) => (mayOpen ? operatorPath(`/kyc/${requestId}`, operator) : null)
  return (
    <Section title="Verifications">
      {verifications.length === 0 ? (
        <Text>No verifications.</Text>
      ) : (
        <DataTable
          isInset
          label="Verifications"
          columns={columnsOf(pathOf)}
          rows={verifications}
          keyOf={({ requestId }) => requestId}
        />
      )}
      {verifications.length >= SHOWN_VERIFICATIONS && (
        <Text c="dimmed">The newest {SHOWN_VERIFICATIONS} verifications are shown.</Text>
      )}
    </Section>
  )
}

/** `pathOf`: the path of a verification; null when the viewer may not open it. */
function columnsOf(pathOf: (requestId: number) => string | null): readonly Column<Verification>[] {
  return [
    {
      key: 'number',
      label: 'No.',
      cell: ({ requestId }) => {
        const path = pathOf(requestId)
        return path === null ? requestId : <Link href={path}>{requestId}</Link>
      },
    },
    {
      key: 'status',
      label: 'Status',
      cell: ({ status, isErased }) => (
        <span className={classes.chips}>
          <Chip tone={toneOf(status)}>{STATUS_TEXT[status]}</Chip>
          {isErased && <Chip>Personal data erased</Chip>}
        </span>
      ),
    },
    {
      key: 'kind',
      label: 'Kind',
      cell: ({ isReverification }) => (isReverification ? 'Re-verification' : 'First verification'),
    },
    { key: 'created', label: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: 'submitted',
      label: 'Submitted',
      cell: ({ submittedAt }) => submittedAt !== null && <Moment at={submittedAt} />,
    },
    { key: 'decided', label: 'Decided', cell: ({ decidedAt }) => decidedAt !== null && <Moment at={decidedAt} /> },
    {
      key: 'reasons',
      label: 'Reasons',
      cell: ({ reasons }) =>
        reasons.length > 0 && (
          <span className={classes.cell}>{reasons.map((reason) => REASONS[reason]).join('; ')}</span>
        ),
    },
  ]
}
