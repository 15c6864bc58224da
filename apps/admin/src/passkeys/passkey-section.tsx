import type { PasskeyList } from '@coffer/contract/admin'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { CONFIRMATION_LIMITS } from '../text/session-limits.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Moment } from '../ui/moment.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { type Passkey, type PasskeyDialog, PasskeyDialogs } from './passkey-dialogs.tsx'
import { PasskeyObstacle } from './passkey-parts.tsx'
import { passkeyObstacle, usePasskeys } from './use-passkeys.ts'

/** The passkeys and the recovery codes of the signed-in member of staff of the platform. */
export function PasskeySection() {
  const read = usePasskeys()
  const [dialog, setDialog] = useState<PasskeyDialog | null>(null)
  const [result, setResult] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLDivElement>(null)
  useKeptFocus(section, read.isFetching, 'h2')
  const open = (opened: PasskeyDialog) => {
    setResult(null)
    setDialog(opened)
  }
  const done = (text: string) => {
    // The button that opened the dialog may be gone.
    heading.current?.focus({ preventScroll: true })
    setDialog(null)
    setResult(text)
  }
  return (
    <Stack component="section" gap="xs" aria-labelledby="passkeys" ref={section}>
      <Group justify="space-between">
        <Title order={2} id="passkeys" tabIndex={-1} ref={heading}>
          Passkeys
        </Title>
        {read.data && passkeyObstacle() === null && (
          <Button onClick={() => open({ name: 'add' })}>Add a passkey…</Button>
        )}
      </Group>
      <PasskeyObstacle />
      <ActionResult>{result}</ActionResult>
      {read.isPending && <Loading what="your passkeys" />}
      {read.error !== null && (
        <FailureAlert error={read.error}>
          <Button onClick={() => void read.refetch()}>Try again</Button>
        </FailureAlert>
      )}
      {read.data?.passkeys.length === 0 && (
        <Text>You have no passkey yet. Add one to sign in with it, and to protect your account.</Text>
      )}
      {read.data && read.data.passkeys.length > 0 && <PasskeyFacts {...read.data} onOpen={open} />}
      {dialog !== null && <PasskeyDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={done} />}
    </Stack>
  )
}

type FactsProps = PasskeyList & { onOpen: (dialog: PasskeyDialog) => void }

function PasskeyFacts({ passkeys, recoveryCodesCount, onOpen }: FactsProps) {
  const isOnly = passkeys.length === 1
  const columns: Column<Passkey>[] = [
    { key: 'name', label: 'Name', cell: ({ name }) => name },
    { key: 'added', label: 'Added', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: 'lastUsed',
      label: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
    },
  ]
  if (!isOnly) {
    columns.push({
      key: 'action',
      label: 'Action',
      cell: (passkey) => (
        <Button
          size="compact-sm"
          aria-label={`Remove ${passkey.name}…`}
          onClick={() => onOpen({ name: 'remove', passkey })}
        >
          Remove…
        </Button>
      ),
    })
  }
  return (
    <>
      <DataTable label="Passkeys" columns={columns} rows={passkeys} keyOf={({ passkeyId }) => passkeyId} />
      {isOnly && <Text c="dimmed">You cannot remove your only passkey. Add another one first.</Text>}
      <FewCodes count={recoveryCodesCount} />
      <Group justify="space-between">
        <Text>Recovery codes: {recoveryCodesCount} left. Each signs you in once when you cannot use a passkey.</Text>
        <Button onClick={() => onOpen({ name: 'codes' })}>Create new recovery codes…</Button>
      </Group>
      <Text c="dimmed">{CONFIRMATION_LIMITS}</Text>
    </>
  )
}

const FEW_CODES = 3

/** A warning when few recovery codes are left. */
function FewCodes({ count }: { count: number }) {
  if (count > FEW_CODES) return null
  const left =
    count === 0 ? 'No recovery code is left.' : `Only ${count} recovery ${count === 1 ? 'code is' : 'codes are'} left.`
  return (
    <Alert color="bad" title={left}>
      Create new ones, so that you can sign in if you lose your passkeys.
    </Alert>
  )
}
