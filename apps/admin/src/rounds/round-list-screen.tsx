import type { AdminRoundRow } from '@coffer/contract/admin'
import { ROUND_LIST } from '@coffer/contract/list'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { gameText, prizeValue } from '../text/rounds.ts'
import { Moment } from '../ui/moment.tsx'
import { RoundBet, RoundStatusChip } from '../ui/round-cells.tsx'
import { ROUND_LIST_TEXT } from './round-list-text.ts'
import classes from './rounds.module.css'

/** The rounds of the operator; for staff of the platform those of an operator that they choose. */
export function RoundListScreen() {
  const control = useListState(ROUND_LIST)
  return (
    <ListScreen<typeof ROUND_LIST, AdminRoundRow>
      name="rounds"
      title="Rounds"
      noun="rounds"
      list={ROUND_LIST}
      text={ROUND_LIST_TEXT}
      control={control}
      read={async (body) => {
        const { rounds, cursor } = await api.call('listRounds', { body })
        return { rows: rounds, cursor }
      }}
      exportRows={(body) => api.call('exportRounds', { body })}
      keyOf={({ publicId }) => publicId}
      cells={{
        publicId: ({ publicId }) => (
          <Link href={`/rounds/${publicId}${control.queryString}`}>
            <span className={classes.id}>{publicId}</span>
          </Link>
        ),
        createdAt: ({ createdAt }) => <Moment at={createdAt} />,
        playerExternalId: ({ playerExternalId }) => textCell(playerExternalId),
        boxes: (round) => textCell(gameText(round)),
        prizes: ({ prizes }) => prizes.length > 0 && textCell(prizes.join(', ')),
        status: ({ status }) => <RoundStatusChip status={status} />,
        betMinor: (round) => <RoundBet round={round} />,
        payoutMinor: prizeValue,
      }}
      numbers={['betMinor', 'payoutMinor']}
      empty="No rounds yet. A round starts when a player opens a box or plays the Upgrader."
    />
  )
}

/** Long texts are broken, so that they do not widen the table. */
function textCell(text: string) {
  return <span className={classes.cell}>{text}</span>
}
