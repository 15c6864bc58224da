import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Launches, the sessions that they became, and the free opens that they grant. */

const tokenIsUsedOnce = byQuery(
  'A launch token was used at most once, by its own player, and is consumed when it was.',
  sql`
    select l.operator_id, 'launch ' || l.launch_id as subject,
      case
        when count(s.session_id) > 1 then count(s.session_id) || ' sessions came of it'
        when count(s.session_id) = 1 and l.consumed_at is null then 'a session came of it, and it is not consumed'
        when count(s.session_id) = 0 and l.consumed_at is not null then 'it is consumed, and no session came of it'
        when min(s.player_id) <> l.player_id then 'its session is player ' || min(s.player_id) || '\u2019s'
      end as detail
    from launches l left join sessions s using (operator_id, launch_id)
    group by l.operator_id, l.launch_id`,
)

const freeOpensAreCounted = byQuery(
  'The free opens that a launch has used are the reels that it paid for, and no more than it grants.',
  sql`
    select l.operator_id, 'launch ' || l.launch_id as subject,
      case
        when l.free_opens_used <> coalesce(r.reels, 0) - coalesce(u.units, 0)
          then l.free_opens_used || ' are used, and ' || coalesce(r.reels, 0) || ' reels were opened, ' || coalesce(u.units, 0)
            || ' of them by campaigns'
        when l.free_opens_used > l.free_opens_granted
          then l.free_opens_used || ' are used of ' || l.free_opens_granted
        when r.strangers > 0 then r.strangers || ' of its reels are another player\u2019s'
      end as detail
    from launches l
    left join (
      select r.operator_id, r.launch_id, count(*) as reels,
        count(*) filter (where r.player_id <> l.player_id) as strangers
      from rounds r
      join round_reels using (operator_id, round_id)
      join launches l on l.operator_id = r.operator_id and l.launch_id = r.launch_id
      where r.funding = 'operator' group by r.operator_id, r.launch_id
    ) r using (operator_id, launch_id)
    left join (
      select r.operator_id, r.launch_id, sum(u.unit_count) as units
      from campaign_uses u join rounds r on r.operator_id = u.operator_id and r.public_id = u.round_public_id
      group by r.operator_id, r.launch_id
    ) u using (operator_id, launch_id)`,
)

export const sessionsInvariants: readonly Invariant[] = [tokenIsUsedOnce, freeOpensAreCounted]
