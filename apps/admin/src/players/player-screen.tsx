import { PLAYER_LIST } from '@coffer/contract/list'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useLocation, useSearch } from 'wouter'
import { queryStringOf, readAddress } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusTitle, ScreenTitle } from '../ui/screen-title.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { ExclusionChips } from './exclusion-chips.tsx'
import { PlayerView } from './player-view.tsx'
import classes from './players.module.css'
import { usePlayer } from './use-player.ts'

/** One player: restrictions, money, rounds, items, orders and verifications. */
export function PlayerScreen({ playerId }: { playerId: number }) {
  const isPlatform = useStaff().operator === null
  const address = readAddress(PLAYER_LIST, useSearch(), isPlatform)
  const { operator = null } = address.filters
  const lacksOperator = isPlatform && operator === null
  const key = { playerId, operator }
  const { player, readError, isReading, readAt, readAgain, refresh } = usePlayer(key, { isEnabled: !lacksOperator })
  const listPath = `/players${queryStringOf(PLAYER_LIST, address)}`
  const [, navigate] = useLocation()
  useShortcuts({ Escape: () => navigate(listPath) })
  const retry = () => {
    void readAgain()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <Stack className={classes.screen}>
      <BackLink href={listPath} to="players" />
      <Group justify="space-between" align="flex-end">
        <Group gap="sm">
          <ScreenTitle
            title={player === null ? 'Player' : `Player ${player.playerExternalId}`}
            // The ID at the operator may be personal data, and is not part of the browser's history.
            documentTitle={`Player ${playerId}`}
          />
          <span role="status">{player !== null && <ExclusionChips {...player.restrictions} />}</span>
        </Group>
        {player !== null && (
          <Group gap="sm">
            <Text role="status" size="xs" c="dimmed">
              {readAt !== null && (
                <>
                  Updated <Moment at={readAt} isExact />
                </>
              )}
            </Text>
            <ActionButton variant="default" isBusy={isReading} onClick={refresh}>
              Refresh
            </ActionButton>
          </Group>
        )}
      </Group>
      {lacksOperator && (
        <Alert color="info" title="The address of this page names no operator.">
          Choose the operator in the list of players, and open the player there.
        </Alert>
      )}
      {readError !== null && (
        <FailureAlert error={readError}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {player !== null && <PlayerView player={player} playerKey={key} read={readAgain} />}
      {player === null && readError === null && !lacksOperator && <Loading what="the player" />}
    </Stack>
  )
}
