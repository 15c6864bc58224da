import { sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { Amount } from '../players/index.ts'
import { COUNTED_STATES } from './round.ts'

/**
 * Bets of the player's own money in a currency that the operator has, or had then; opens of either funding. An Upgrader round has no
 * reels and counts as one open.
 */
export type Bets = Amount & { opensCount: number }

/** Literals: a plan that is kept for any value could not know how rare each of them is. */
const STATES = COUNTED_STATES.map((state) => sql.lit(state))

/** The newest round of a player that counts and was made before a time; 0 when there is none. Each state is looked up on its own. */
export async function findNewestBefore(tx: Tx, owner: Owner, before: Date): Promise<number> {
  const newest = STATES.map(
    (state) => sql`(
      select round_id from rounds
      where operator_id = ${owner.operatorId} and player_id = ${owner.playerId} and state = ${state} and created_at < ${before}
      order by round_id desc limit 1)`,
  )
  const { rows } = await sql<{ newest: number | null }>`
    select max(round_id) as newest from (${sql.join(newest, sql` union all `)}) r`.execute(tx)
  return rows[0]?.newest ?? 0
}

/** What a player has bet since a time with rounds beyond one of them, by currency. */
export async function sumBets(tx: Tx, owner: Owner, since: Date, afterRoundId: number): Promise<Bets[]> {
  const { rows } = await sql<Bets>`
    select r.operator_currency as currency,
      coalesce(sum(r.operator_bet_minor) filter (where r.funding = 'player' and r.mode <> 'items'), 0)::int8 as minor,
      sum(greatest(reels.count, 1))::int8 as "opensCount"
    from rounds r cross join lateral (
      select count(*) from round_reels l where l.operator_id = r.operator_id and l.round_id = r.round_id
    ) reels
    where r.operator_id = ${owner.operatorId} and r.player_id = ${owner.playerId} and r.state in (${sql.join(STATES)})
      and r.round_id > ${afterRoundId} and r.created_at >= ${since}
    group by r.operator_currency order by r.operator_currency`.execute(tx)
  return rows
}
