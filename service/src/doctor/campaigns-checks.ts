import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** The free opens that campaigns give, and the rounds that took them. */

const unitsAreCounted = byQuery(
  'What a player has used of a campaign is what rounds took of it, and no more than was granted.',
  sql`
    select p.operator_id, 'campaign ' || c.ext_id || ' for player ' || p.player_id as subject,
      case
        when p.granted_count <> c.quantity then p.granted_count || ' are granted of ' || c.quantity
        when p.used_count <> coalesce(u.taken, 0)
          then p.used_count || ' are used, and rounds took ' || coalesce(u.taken, 0)
        when p.used_count > p.granted_count then p.used_count || ' are used of ' || p.granted_count
      end as detail
    from campaign_players p
    join campaigns c using (operator_id, campaign_id)
    left join (
      select operator_id, campaign_id, player_id, sum(unit_count) as taken
      from campaign_uses group by operator_id, campaign_id, player_id
    ) u using (operator_id, campaign_id, player_id)`,
)

/** For each use: the reels of the round's boxes that the campaign holds, all reels, and all units that campaigns gave. */
const reelsOfUse = sql`
  select u.operator_id, u.campaign_id, u.round_public_id,
    count(l.reel_id) as reels, count(b.box_id) as held,
    (select sum(unit_count) from campaign_uses a
      where a.operator_id = u.operator_id and a.round_public_id = u.round_public_id) as units
  from campaign_uses u
  left join rounds r on r.operator_id = u.operator_id and r.public_id = u.round_public_id
  left join round_reels l on l.operator_id = r.operator_id and l.round_id = r.round_id
  left join campaign_boxes b on b.operator_id = u.operator_id and b.campaign_id = u.campaign_id and b.box_id = l.box_id
  group by u.operator_id, u.campaign_id, u.round_public_id`

const usesPayReels = byQuery(
  'What campaigns give pays for reels of their boxes, in rounds of the same player that the operator paid.',
  sql`
    select u.operator_id, 'campaign ' || u.campaign_id || ' in round ' || u.round_public_id as subject,
      case
        when r.funding is distinct from 'operator' then 'it is paid by ' || coalesce('the ' || r.funding, 'nobody')
        when r.player_id <> u.player_id then 'it is a round of player ' || r.player_id
        when u.unit_count > l.held then u.unit_count || ' were taken for ' || l.held || ' reels of its boxes'
        when l.units > l.reels or (r.launch_id is null and l.units < l.reels)
          then 'campaigns gave ' || l.units || ' for ' || l.reels || ' reels'
      end as detail
    from campaign_uses u
    join (${reelsOfUse}) l using (operator_id, campaign_id, round_public_id)
    left join rounds r on r.operator_id = u.operator_id and r.public_id = u.round_public_id`,
)

const usesAreInTime = byQuery(
  'A campaign gives nothing before it begins, after its end, or after it was cancelled.',
  ({ clockToleranceMs }) => sql`
    select u.operator_id, 'campaign ' || c.ext_id || ' in round ' || u.round_public_id as subject,
      case
        when u.used_at < c.valid_from - tolerance then 'it began ' || c.valid_from - u.used_at || ' later'
        when u.used_at >= c.valid_until + tolerance then 'it had ended ' || u.used_at - c.valid_until || ' before'
        when u.used_at > c.cancelled_at + tolerance then 'it was cancelled ' || u.used_at - c.cancelled_at || ' before'
      end as detail
    from campaign_uses u join campaigns c using (operator_id, campaign_id),
      make_interval(secs => ${sql.lit(clockToleranceMs)}::double precision / 1000) as tolerance`,
)

export const campaignsInvariants: readonly Invariant[] = [unitsAreCounted, usesPayReels, usesAreInTime]
