import type { AdminWalletOperation } from '@coffer/contract/admin'
import { CALLS_OF_OPERATION, OPERATIONS_OF_KEY } from '@coffer/contract/round-names'
import { Code, Group, Text } from '@mantine/core'
import { attemptDuration } from '../text/attempts.ts'
import { money } from '../text/numbers.ts'
import {
  callResult,
  OPERATION_STATE_TEXT,
  OPERATION_STATE_TONE,
  OPERATION_TEXT,
  refusalReason,
} from '../text/wallet-calls.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import classes from './entries.module.css'

type Call = AdminWalletOperation['calls'][number]

/** The debits and credits of a row, oldest first, each with its calls to the wallet. */
export function WalletSection({ operations }: { operations: readonly AdminWalletOperation[] }) {
  return (
    <Section title="Wallet calls">
      {operations.length === 0 && <Text>No money moved through the wallet.</Text>}
      {isCut(operations) && (
        <Text c="dimmed">Of each idempotency key at most {OPERATIONS_OF_KEY} operations are shown: the newest.</Text>
      )}
      {operations.length > 0 && (
        <ol className={classes.list}>
          {operations.map((operation) => (
            <li key={operation.id} className={classes.item}>
              <Operation {...operation} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function isCut(operations: readonly AdminWalletOperation[]): boolean {
  const countOf = (key: string) => operations.filter(({ idempotencyKey }) => idempotencyKey === key).length
  return operations.some(({ idempotencyKey }) => countOf(idempotencyKey) >= OPERATIONS_OF_KEY)
}

function Operation(operation: AdminWalletOperation) {
  const { kind, state, inventoryItemId, amountMinor, currency, calls } = operation
  const name = OPERATION_TEXT[kind]
  const label = inventoryItemId === null ? name : `${name}, vault item ${inventoryItemId}`
  return (
    <>
      <Group gap="xs">
        <h3 className={classes.name}>{label}</h3>
        <span>{money(amountMinor, currency)}</span>
        <Chip tone={OPERATION_STATE_TONE[state]}>{OPERATION_STATE_TEXT[state]}</Chip>
      </Group>
      <OperationFacts {...operation} />
      {calls.length >= CALLS_OF_OPERATION && (
        <Text c="dimmed">At most {CALLS_OF_OPERATION} calls are shown: the newest.</Text>
      )}
      {calls.length === 0 ? (
        <Text c="dimmed">No call is recorded.</Text>
      ) : (
        <DataTable isInset label={`Calls: ${label}`} columns={CALL_COLUMNS} rows={calls} keyOf={({ id }) => id} />
      )}
    </>
  )
}

function OperationFacts(operation: AdminWalletOperation) {
  const { idempotencyKey, providerTxnRef, walletErrorCode, nextAttemptAt, isBusy } = operation
  return (
    <FactList>
      <Fact name="Idempotency key">
        <Code>{idempotencyKey}</Code>
      </Fact>
      {providerTxnRef !== null && (
        <Fact name="Transaction">
          <Code>{providerTxnRef}</Code>
        </Fact>
      )}
      {(operation.state === 'refused' || walletErrorCode !== null) && (
        <Fact name="Wallet’s reason">{refusalReason(walletErrorCode)}</Fact>
      )}
      {isBusy && <Fact name="Now">A request is handling it.</Fact>}
      {nextAttemptAt !== null && (
        <Fact name="Next call">
          <Moment at={nextAttemptAt} isExact />
        </Fact>
      )}
    </FactList>
  )
}

const CALL_COLUMNS: readonly Column<Call>[] = [
  { key: 'recorded', label: 'Recorded', cell: ({ recordedAt }) => <Moment at={recordedAt} isExact /> },
  {
    key: 'duration',
    label: 'Duration',
    cell: ({ recordedAt, closedAt }) => attemptDuration({ startedAt: recordedAt, endedAt: closedAt }),
  },
  { key: 'result', label: 'Result', cell: (call) => <span className={classes.cell}>{callResult(call)}</span> },
]
