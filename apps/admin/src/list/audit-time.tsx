import { Moment } from '../ui/moment.tsx'
import { AllowedLink } from './allowed-link.tsx'

type Props = { entryNumber: number; at: string; operator: string | null }

/** The time of an entry of the audit log, linked to the entry if the viewer may read the log. */
export function AuditTime({ entryNumber, at, operator }: Props) {
  return (
    <AllowedLink path={`/audit/${entryNumber}`} permission="audit.read" operator={operator}>
      <Moment at={at} />
    </AllowedLink>
  )
}
