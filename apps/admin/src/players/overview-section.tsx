import type { AdminPlayer } from '@coffer/contract/admin'
import { count } from '../text/numbers.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import { Balance } from './balance.tsx'
import type { PlayerKey } from './use-player.ts'

type Props = { player: AdminPlayer; playerKey: PlayerKey }

/** The player, their sessions now, and their balance. */
export function OverviewSection({ player, playerKey }: Props) {
  const { playerExternalId, createdAt, sessions } = player
  return (
    <Section title="Overview">
      <FactList>
        <Fact name="Player ID">{playerExternalId}</Fact>
        <Fact name="First seen">
          <Moment at={createdAt} isExact />
        </Fact>
        <Fact name="Open sessions">
          <Sessions {...sessions} />
        </Fact>
        <Fact name="Balance">
          <Balance playerKey={playerKey} />
        </Fact>
      </FactList>
    </Section>
  )
}

function Sessions({ count: openCount, lastSeenAt }: AdminPlayer['sessions']) {
  if (openCount === 0) return 'None'
  if (lastSeenAt === null) return count(openCount)
  return (
    <>
      {count(openCount)}, last request <Moment at={lastSeenAt} />
    </>
  )
}
