import type { AdminPlayerRow } from '@coffer/contract/admin'
import { PLAYER_LIST } from '@coffer/contract/list'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { count } from '../text/numbers.ts'
import { spendLimit } from '../text/players.ts'
import { Moment } from '../ui/moment.tsx'
import { ExclusionChips } from './exclusion-chips.tsx'
import { PLAYER_LIST_TEXT } from './player-list-text.ts'
import classes from './players.module.css'
import { PLAYERS_QUERY } from './use-player.ts'

/** The players of the operator; for staff of the platform those of an operator that they choose. */
export function PlayerListScreen() {
  const control = useListState(PLAYER_LIST)
  return (
    <ListScreen<typeof PLAYER_LIST, AdminPlayerRow>
      name={PLAYERS_QUERY}
      title="Players"
      noun="players"
      list={PLAYER_LIST}
      text={PLAYER_LIST_TEXT}
      control={control}
      read={async (body) => {
        const { players, cursor } = await api.call('listPlayers', { body })
        return { rows: players, cursor }
      }}
      exportRows={(body) => api.call('exportPlayers', { body })}
      keyOf={({ playerId }) => playerId}
      cells={{
        playerExternalId: ({ playerId, playerExternalId }) => (
          <Link href={`/players/${playerId}${control.queryString}`}>
            <span className={classes.id}>{playerExternalId}</span>
          </Link>
        ),
        createdAt: ({ createdAt }) => <Moment at={createdAt} />,
        selfExcluded: (row) => <ExclusionChips {...row} />,
        dailySpendMinor: spendLimit,
        dailyOpensCount: ({ dailyOpensCount }) => dailyOpensCount !== null && count(dailyOpensCount),
      }}
      numbers={['dailySpendMinor', 'dailyOpensCount']}
      empty="No players yet. A player appears here after the first launch, or when the operator’s backend first names them."
    />
  )
}
