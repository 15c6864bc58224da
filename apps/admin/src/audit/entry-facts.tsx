import type { AuditRow } from '@coffer/contract/admin'
import { mayDo, type Permission } from '@coffer/contract/permissions'
import { Code, Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { useStaff } from '../session/session.tsx'
import { objectText } from '../text/audit.ts'
import { Actor } from '../ui/actor.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './audit.module.css'

type Props = { entry: AuditRow; operator: string | null }

/** Facts that every entry has. */
export function EntryFacts({ entry, operator }: Props) {
  const { entryNumber, at, action, reason, address, requestId } = entry
  const isOperator = useStaff().operator !== null
  // Operators do not see those of Coffer's staff.
  const isHidden = isOperator && entry.isPlatformStaff
  return (
    <FactList>
      <Fact name="Local time">
        <Moment at={at} isExact />{' '}
        <Text span c="dimmed">
          ({at})
        </Text>
      </Fact>
      <Fact name="Action code">
        <Code>{action}</Code>
      </Fact>
      <Fact name="Actor">
        <Actor {...entry} />
      </Fact>
      <Fact name="Object">
        <ObjectLink entry={entry} operator={operator} />
      </Fact>
      <Fact name="Reason">{orNone(reason)}</Fact>
      <Fact name="Network address">{isHidden ? <Text c="dimmed">Not shown</Text> : orNone(address)}</Fact>
      <Fact name="Request ID">{orNone(requestId)}</Fact>
      <Fact name="Entry number">{entryNumber}</Fact>
    </FactList>
  )
}

function orNone(text: string | null) {
  return text ?? <Text c="dimmed">None</Text>
}

/** Screens of objects, with the permission that each needs. */
const SCREEN_OF: Readonly<Partial<Record<string, { pathOf: (id: string) => string; permission: Permission }>>> = {
  box: { pathOf: (id) => `/boxes/${id}`, permission: 'boxes.read' },
  verification: { pathOf: (id) => `/kyc/${id}`, permission: 'kyc.read' },
  staff: { pathOf: (id) => `/staff/${id}`, permission: 'staff.read' },
  // All endpoints of an operator are on one screen.
  endpoint: { pathOf: () => '/webhooks', permission: 'integration.read' },
}

/** The object of an entry, linked to its screen if the viewer may open it. */
function ObjectLink({ entry, operator }: Props) {
  const { roles } = useStaff()
  const { objectType, objectId } = entry
  const screen = objectType === null ? undefined : SCREEN_OF[objectType]
  const text = objectText(entry)
  if (screen === undefined || objectId === null || !mayDo(roles, screen.permission)) return orNone(text)
  // The list of that screen is then of the same operator.
  const path = operatorPath(screen.pathOf(encodeURIComponent(objectId)), operator)
  return (
    <Link className={classes.objectLink} href={path}>
      {text}
    </Link>
  )
}
