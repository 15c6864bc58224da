import type { AdminRound } from '@coffer/contract/admin'
import type { Check, Verification } from '@coffer/fairness'
import { Alert, Code, Text } from '@mantine/core'
import { countOf } from '../text/numbers.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Section } from '../ui/section.tsx'
import classes from './rounds.module.css'
import { proofPath, useProof } from './use-proof.ts'

/** The proof of a round, which this browser can verify. */
export function ProofSection({ round }: { round: AdminRound }) {
  if (round.status === 'settled') return <Proof round={round} />
  return (
    <Section title="Proof">
      <Text>A round can be verified after it is settled.</Text>
    </Section>
  )
}

function Proof({ round }: { round: AdminRound }) {
  const { data, error, isPending, mutate } = useProof(round)
  const buttons = (
    <>
      {/* One button for both, so that it keeps the focus. */}
      <ActionButton variant="default" isBusy={isPending} onClick={() => mutate()}>
        {error === null ? 'Verify now' : 'Try again'}
      </ActionButton>
      <a className="text-link" href={proofPath(round.publicId)} target="_blank" rel="noreferrer">
        Public proof (JSON)
      </a>
    </>
  )
  return (
    <Section title="Proof" buttons={buttons}>
      <Text>Anyone can verify this round from its public proof. Your browser does so here.</Text>
      {/* Screen readers announce what is added to a status, which therefore is there before the verdict. */}
      <div role="status" className={data === undefined ? 'visually-hidden' : undefined}>
        {data !== undefined && <Verdict {...data} />}
      </div>
      {error !== null && <FailureAlert error={error} />}
      {data !== undefined && <CheckTable checks={data.checks} />}
    </Section>
  )
}

function Verdict({ status, checks }: Verification) {
  if (status === 'verified') {
    return (
      <Alert color="good" role="presentation">
        Verified: this browser recomputed the draw, and every check holds.
      </Alert>
    )
  }
  if (status === 'unrevealed') {
    return (
      <Alert color="info" role="presentation">
        Every check that is possible now holds. The draw itself can be recomputed after the player’s server seed is
        revealed, when the player next changes their seed.
      </Alert>
    )
  }
  const failed = checks.filter(({ ok }) => !ok)
  return (
    <Alert color="bad" role="presentation">
      Verification failed: {countOf(failed.length, { one: 'check does not hold', many: 'checks do not hold' })}.
    </Alert>
  )
}

function CheckTable({ checks }: { checks: readonly Check[] }) {
  return (
    <DataTable isInset label="Checks" columns={CHECK_COLUMNS} rows={checks} keyOf={(check) => checks.indexOf(check)} />
  )
}

const CHECK_COLUMNS: readonly Column<Check>[] = [
  { key: 'name', label: 'Check', cell: ({ name }) => name },
  { key: 'result', label: 'Result', cell: ({ ok }) => (ok ? 'Holds' : 'Does not hold') },
  { key: 'expected', label: 'Expected', cell: ({ expected }) => <CheckValue value={expected} /> },
  { key: 'actual', label: 'Actual', cell: ({ actual }) => <CheckValue value={actual} /> },
]

function CheckValue({ value }: { value: string }) {
  return (
    <span className={classes.cell}>
      <Code>{value}</Code>
    </span>
  )
}
