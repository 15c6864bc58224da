import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** What keeps a player from playing: exclusions and cool-offs, from a change on until they are over or the next change. */

/** Times in which a player was excluded or cooling off; those of one player do not overlap. */
const exclusions = (clockToleranceMs: number) => {
  const tolerance = sql`make_interval(secs => ${sql.lit(clockToleranceMs)}::double precision / 1000)`
  return sql`
    select operator_id, player_id, began_at + ${tolerance} as began_at, ended_at - ${tolerance} as ended_at from (
      select operator_id, player_id, self_excluded, cool_off_until, changed_at as began_at,
        least(
          case when not self_excluded then cool_off_until end,
          lead(changed_at) over (partition by operator_id, player_id order by change_id)
        ) as ended_at
      from restriction_changes
    ) c where self_excluded or cool_off_until is not null`
}

/** Whether a moment lies in an exclusion; one without an end goes on. */
const within = (moment: string) => sql.raw(`${moment} > x.began_at and (x.ended_at is null or ${moment} < x.ended_at)`)

const nothingIsBegun = byQuery(
  'No round and no shipping fee was begun while its player was excluded or cooling off.',
  ({ clockToleranceMs }) => sql`
    select r.operator_id, r.subject,
      case when x.began_at is not null then 'it was begun at ' || r.created_at || ', in an exclusion since ' || x.began_at end as detail
    from (
      select operator_id, player_id, 'round ' || public_id as subject, created_at from rounds
      union all
      select operator_id, player_id, 'fee of ' || order_public_id, created_at from shipping_intents
    ) r
    left join (${exclusions(clockToleranceMs)}) x
      on x.operator_id = r.operator_id and x.player_id = r.player_id and ${within('r.created_at')}`,
)

const sessionsEnd = byQuery(
  'An exclusion or a cool-off ended the sessions of its player, and none began until it was over.',
  ({ clockToleranceMs }) => sql`
    select s.operator_id, 'session ' || s.session_id as subject,
      case
        when x.began_at is null then null
        when ${within('s.created_at')} then 'it began in an exclusion since ' || x.began_at
        when s.revoked_at is null then 'it outlived an exclusion since ' || x.began_at
        when s.revoked_at > x.began_at then 'it was ended only at ' || s.revoked_at
      end as detail
    from sessions s left join (${exclusions(clockToleranceMs)}) x
      on x.operator_id = s.operator_id and x.player_id = s.player_id and s.ends_at > x.began_at
        and (x.ended_at is null or s.created_at < x.ended_at)`,
)

const theLastChangeHolds = byQuery(
  'The restrictions of a player are those of their last change.',
  sql`
    select coalesce(r.operator_id, c.operator_id) as operator_id, 'player ' || coalesce(r.player_id, c.player_id) as subject,
      case
        when r.operator_id is null then 'they have changes, and no restrictions'
        when c.operator_id is null then 'they have restrictions, and no change'
        when (r.self_excluded, r.cool_off_until, r.daily_spend_minor, r.daily_spend_currency, r.daily_opens_count, r.updated_at)
          is distinct from
          (c.self_excluded, c.cool_off_until, c.daily_spend_minor, c.daily_spend_currency, c.daily_opens_count, c.changed_at)
          then 'their last change says something else'
      end as detail
    from restrictions r
    full join (
      select distinct on (operator_id, player_id) * from restriction_changes order by operator_id, player_id, change_id desc
    ) c on c.operator_id = r.operator_id and c.player_id = r.player_id`,
)

export const restrictionsInvariants: readonly Invariant[] = [nothingIsBegun, sessionsEnd, theLastChangeHolds]
