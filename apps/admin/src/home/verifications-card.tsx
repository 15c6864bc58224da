import type { Home } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { useStaff } from '../session/session.tsx'
import { countOf } from '../text/numbers.ts'
import { Section } from '../ui/section.tsx'
import { Oldest } from './oldest.tsx'

type Props = {
  verifications: NonNullable<Home['verifications']>
  at: string
  operator: string | null
  isOfAllOperators: boolean
}

/** Verifications that wait for review. */
export function VerificationsCard({ verifications: { count, oldestAt }, at, operator, isOfAllOperators }: Props) {
  const mayRead = mayDo(useStaff().roles, 'kyc.read')
  const link = mayRead && (
    <Link className="text-link" href={operatorPath('/kyc', operator)}>
      Go to Verifications
    </Link>
  )
  return (
    <Section title="Verifications" buttons={link}>
      {isOfAllOperators && <Text c="dimmed">Of all operators</Text>}
      {!mayRead && <Text c="dimmed">Reviewers of Coffer decide them.</Text>}
      {count === 0 ? (
        <Text>No verifications wait for review.</Text>
      ) : (
        <Text>
          {countOf(count, { one: 'verification waits', many: 'verifications wait' })} for review
          <Oldest since={oldestAt} at={at} />.
        </Text>
      )}
    </Section>
  )
}
