import { mayDo } from '@coffer/contract/permissions'
import { Link } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { Moment } from '../ui/moment.tsx'
import { operatorPath } from './operator-path.ts'

type Props = { entryNumber: number; at: string; operator: string | null }

/** The time of an entry of the audit log, linked to the entry if the viewer may read the log. */
export function AuditTime({ entryNumber, at, operator }: Props) {
  const mayAudit = mayDo(useStaff().roles, 'audit.read')
  const time = <Moment at={at} />
  return mayAudit ? <Link href={operatorPath(`/audit/${entryNumber}`, operator)}>{time}</Link> : time
}
