import type { AdminPlayer, AdminRoundRow } from '@coffer/contract/admin'
import { Button } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSetListTexts } from '../list/list-texts.tsx'
import { operatorPath } from '../list/operator-path.ts'
import { gameText, prizeValue } from '../text/rounds.ts'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { RoundBet, RoundStatusChip } from '../ui/round-cells.tsx'
import { Section } from '../ui/section.tsx'
import classes from './players.module.css'
import { SectionRows } from './section-rows.tsx'
import { type PlayerKey, usePlayerRounds } from './use-player.ts'

const ROUNDS = '/rounds'

type Props = { player: AdminPlayer; playerKey: PlayerKey }

/** The newest rounds of a player. */
export function RoundSection({ player: { playerExternalId }, playerKey }: Props) {
  const { operator } = playerKey
  const page = usePlayerRounds(playerKey)
  const setListTexts = useSetListTexts()
  const [, navigate] = useLocation()
  const showAll = () => {
    // The player ID may be personal data, and is not part of the address.
    setListTexts(ROUNDS, { search: playerExternalId })
    navigate(operatorPath(ROUNDS, operator))
  }
  return (
    <Section title="Rounds" buttons={<Button onClick={showAll}>All rounds of this player</Button>}>
      <SectionRows
        what="the rounds"
        label="Newest rounds"
        columns={columnsOf(operator)}
        keyOf={({ publicId }) => publicId}
        empty="No rounds yet."
        page={page}
      />
    </Section>
  )
}

function columnsOf(operator: string | null): readonly Column<AdminRoundRow>[] {
  return [
    {
      key: 'round',
      label: 'Round',
      cell: ({ publicId }) => (
        <Link href={operatorPath(`${ROUNDS}/${publicId}`, operator)}>
          <span className={classes.id}>{publicId}</span>
        </Link>
      ),
    },
    { key: 'started', label: 'Started', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { key: 'game', label: 'Game', cell: (round) => <span className={classes.cell}>{gameText(round)}</span> },
    { key: 'status', label: 'Status', cell: ({ status }) => <RoundStatusChip status={status} /> },
    { key: 'bet', label: 'Bet', isNumber: true, cell: (round) => <RoundBet round={round} /> },
    { key: 'value', label: 'Prize value', isNumber: true, cell: prizeValue },
  ]
}
