import type { AdminRound } from '@coffer/contract/admin'
import { ROUND_LIST } from '@coffer/contract/list'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { queryStringOf, readAddress } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { gameText } from '../text/rounds.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Moment } from '../ui/moment.tsx'
import { RoundStatusChip } from '../ui/round-cells.tsx'
import { focusTitle, ScreenTitle } from '../ui/screen-title.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { FactSection } from './fact-section.tsx'
import { MoneySection } from './money-section.tsx'
import { PlayerLink } from './player-link.tsx'
import { ProofSection } from './proof-section.tsx'
import classes from './rounds.module.css'
import { useRound } from './use-round.ts'
import { WalletSection } from './wallet-section.tsx'

/** One round: the outcome of its money, its draws, its wallet calls, its webhook deliveries and its proof. */
export function RoundScreen({ publicId }: { publicId: string }) {
  const isPlatform = useStaff().operator === null
  const address = readAddress(ROUND_LIST, useSearch(), isPlatform)
  const { operator = null } = address.filters
  const lacksOperator = isPlatform && operator === null
  const { round, readError, isReading, readAt, readAgain } = useRound(publicId, operator, { isEnabled: !lacksOperator })
  const listPath = `/rounds${queryStringOf(ROUND_LIST, address)}`
  const [, navigate] = useLocation()
  useShortcuts({ Escape: () => navigate(listPath) })
  const retry = () => {
    readAgain()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <Stack className={classes.screen}>
      <BackLink href={listPath} to="rounds" />
      <Group justify="space-between" align="flex-end">
        <Group gap="sm">
          <ScreenTitle title={`Round ${publicId}`} />
          <span role="status">{round !== null && <RoundStatusChip status={round.status} />}</span>
        </Group>
        {round !== null && (
          <Group gap="sm">
            <Text role="status" size="xs" c="dimmed">
              {readAt !== null && (
                <>
                  Updated <Moment at={readAt} isExact />
                </>
              )}
            </Text>
            <ActionButton variant="default" isBusy={isReading} onClick={readAgain}>
              Refresh
            </ActionButton>
          </Group>
        )}
      </Group>
      {lacksOperator && (
        <Alert color="info" title="The address of this page names no operator.">
          Choose the operator in the list of rounds, and open the round there.
        </Alert>
      )}
      {readError !== null && (
        <FailureAlert error={readError}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {round !== null && <RoundView round={round} operator={operator} />}
      {round === null && readError === null && !lacksOperator && <Loading what="the round" />}
    </Stack>
  )
}

function RoundView({ round, operator }: { round: AdminRound; operator: string | null }) {
  const { upgrade, playerExternalId, createdAt } = round
  return (
    <>
      <Text>
        {gameText(round)}
        {upgrade !== null && ` (${upgrade.targetName})`},{' '}
        <PlayerLink round={round} operator={operator}>{`player ${playerExternalId}`}</PlayerLink>, started{' '}
        <Moment at={createdAt} isExact />
      </Text>
      <MoneySection round={round} operator={operator} />
      <FactSection round={round} operator={operator} />
      <WalletSection operations={round.operations} />
      <DeliverySection round={round} operator={operator} />
      <ProofSection round={round} />
    </>
  )
}
