import type { AuditVerdict } from '@coffer/contract/admin'
import { Alert, Code } from '@mantine/core'
import { useStaff } from '../session/session.tsx'
import { count } from '../text/numbers.ts'
import { exactMoment } from '../text/time.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import classes from './audit.module.css'
import type { Verification } from './use-audit.ts'

type Props = Pick<Verification, 'verdict' | 'error'> & { operator: string | null }

/** The result of the check of a log. */
export function VerificationResult({ verdict, error, operator }: Props) {
  return (
    <>
      {/* Screen readers announce what is added to a status, which therefore is there before the result. */}
      <div role="status" className={verdict === null ? 'visually-hidden' : undefined}>
        {verdict !== null && <Verdict {...verdict} operator={operator} />}
      </div>
      {error !== null && <FailureAlert error={error} />}
    </>
  )
}

function Verdict({ isIntact, entryCount, fault, checkedAt, operator }: AuditVerdict & { operator: string | null }) {
  const isPlatform = useStaff().operator === null
  const time = exactMoment(checkedAt)
  if (isIntact) {
    return (
      <Alert color="good" role="group">
        The log is intact. No entry was changed or removed ({count(entryCount)} checked at {time}). Newer entries that
        were removed together with their signed head are only found with{' '}
        <Code className={classes.command}>coffer audit verify --head</Code>.
      </Alert>
    )
  }
  const log = operator === null ? '--platform' : `--operator ${operator}`
  return (
    <Alert color="bad" role="group" title="The log is not intact.">
      <p>
        {fault} Checked at {time}.
      </p>
      <p>
        Do not rely on the log.{' '}
        {isPlatform ? (
          <>
            <Code className={classes.command}>coffer audit verify {log}</Code> on the server shows the details.
          </>
        ) : (
          <>
            Contact the team that runs Coffer: <Code className={classes.command}>coffer audit verify</Code> shows them
            the details.
          </>
        )}
      </p>
    </Alert>
  )
}
