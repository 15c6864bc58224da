import { PLAYER_LIST } from '@coffer/contract/list'
import { DetailScreen, RefreshButton } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { ExclusionChips } from './exclusion-chips.tsx'
import { PlayerView } from './player-view.tsx'
import { usePlayer } from './use-player.ts'

/** One player: restrictions, money, rounds, items, orders, verifications and personal data. */
export function PlayerScreen({ playerId }: { playerId: number }) {
  const address = useDetailAddress(PLAYER_LIST, '/players')
  const { operator, lacksOperator } = address
  const key = { playerId, operator }
  const { player, readError, isReading, readAt, readAgain, refresh } = usePlayer(key, { isEnabled: !lacksOperator })
  return (
    <DetailScreen
      address={address}
      noun="player"
      plural="players"
      title={player === null ? 'Player' : `Player ${player.playerExternalId}`}
      // The ID at the operator may be personal data, and is not part of the browser's history.
      documentTitle={`Player ${playerId}`}
      status={player !== null && <ExclusionChips {...player.restrictions} />}
      actions={player !== null && <RefreshButton readAt={readAt} isReading={isReading} onRefresh={refresh} />}
      isMissing={player === null}
      readError={readError}
      readAgain={readAgain}
    >
      {player !== null && <PlayerView player={player} playerKey={key} read={readAgain} />}
    </DetailScreen>
  )
}
