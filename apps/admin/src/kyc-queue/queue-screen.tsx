import type { KycQueueRow } from '@coffer/contract/admin'
import { KYC_LIST } from '@coffer/contract/list'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { HintsAndReasons, RequestTime, StatusChips } from './queue-cells.tsx'
import { KYC_LIST_TEXT } from './queue-list-text.ts'
import { KYC_QUERY } from './queue-path.ts'

/** Verifications of players: those to review first, the oldest submission first. */
export function QueueScreen() {
  const control = useListState(KYC_LIST)
  return (
    <ListScreen<typeof KYC_LIST, KycQueueRow>
      name={KYC_QUERY}
      title="Verifications"
      noun="verifications"
      list={KYC_LIST}
      text={KYC_LIST_TEXT}
      control={control}
      refreshes
      read={async (body) => {
        const { requests, cursor } = await api.call('listKycQueue', { body })
        return { rows: requests, cursor }
      }}
      exportRows={(body) => api.call('exportKycQueue', { body })}
      keyOf={({ requestId }) => requestId}
      cells={{
        playerExternalId: ({ requestId, playerExternalId }) => (
          <Link href={`/kyc/${requestId}${control.queryString}`} data-testid="player">
            {playerExternalId}
          </Link>
        ),
        operator: ({ operator }) => operator.name,
        status: (row) => <StatusChips row={row} />,
        hints: (row) => <HintsAndReasons row={row} />,
        claim: ({ claim }) => claim?.email,
        submittedAt: (row) => <RequestTime row={row} />,
      }}
      empty={<Empty isOfAllOperators={control.filters.operator === undefined} />}
    />
  )
}

function Empty({ isOfAllOperators }: { isOfAllOperators: boolean }) {
  return (
    <>
      <Text size="lg">No verifications to review.</Text>
      <Text c="dimmed" maw="60ch">
        {isOfAllOperators
          ? 'A verification appears here when a player submits it. This list refreshes every half minute.'
          : 'Only one operator is shown. Choose “All” above to see the others.'}
      </Text>
    </>
  )
}
