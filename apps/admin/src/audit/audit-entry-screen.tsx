import type { AuditRow } from '@coffer/contract/admin'
import { AUDIT_LIST } from '@coffer/contract/list'
import { Alert, Button, Paper, Stack, Title } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { failureCode } from '../api/api.ts'
import { queryStringOf, readAddress } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { actionText } from '../text/audit.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { ChangesTable } from './changes-table.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { RecordedValue } from './recorded-value.tsx'
import { useAuditEntry } from './use-audit.ts'

/** One entry of the audit log: who did it, to what, and what changed. */
export function AuditEntryScreen({ entryNumber }: { entryNumber: number }) {
  const isPlatform = useStaff().operator === null
  const address = readAddress(AUDIT_LIST, useSearch(), isPlatform)
  const { operator = null } = address.filters
  const { entry, error, readAgain } = useAuditEntry(entryNumber, operator)
  const listPath = `/audit${queryStringOf(AUDIT_LIST, address)}`
  const [, navigate] = useLocation()
  useShortcuts({ Escape: () => navigate(listPath) })
  return (
    <Stack>
      <BackLink href={listPath} to="the audit log" />
      <ScreenTitle title={entry === null ? `Entry ${entryNumber} of the audit log` : actionText(entry.action)} />
      {entry !== null && <EntryView entry={entry} operator={operator} />}
      {entry === null && error === null && <Loading what="the entry" />}
      {entry === null && error !== null && <ReadFailure error={error} onRetry={readAgain} />}
    </Stack>
  )
}

function EntryView({ entry, operator }: { entry: AuditRow; operator: string | null }) {
  const details = Object.entries(entry.details)
  return (
    <>
      <Paper withBorder p="lg" maw={720}>
        <EntryFacts entry={entry} operator={operator} />
      </Paper>
      {entry.changes.length > 0 && (
        <Stack component="section" gap="xs" aria-labelledby="changes">
          <Title order={2} id="changes">
            Changes
          </Title>
          <ChangesTable action={entry.action} changes={entry.changes} />
        </Stack>
      )}
      {details.length > 0 && (
        <Stack component="section" gap="xs" aria-labelledby="details">
          <Title order={2} id="details">
            Details
          </Title>
          <Paper withBorder p="lg" maw={720}>
            <FactList>
              {details.map(([name, value]) => (
                <Fact key={name} name={name}>
                  <RecordedValue value={value} />
                </Fact>
              ))}
            </FactList>
          </Paper>
        </Stack>
      )}
    </>
  )
}

function ReadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // The general text of this code is about the address of a route.
  if (failureCode(error) === 'NOT_FOUND') {
    return (
      <Alert color="bad" title="There is no such entry.">
        This log has no entry with this number. Look for the entry in the list.
      </Alert>
    )
  }
  return (
    <FailureAlert error={error}>
      <Button onClick={onRetry}>Try again</Button>
    </FailureAlert>
  )
}
