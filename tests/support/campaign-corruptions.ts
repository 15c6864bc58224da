import { type Corruption, DRAWN_STANDS_IN_HISTORY } from './corruption.ts'

const COUNTED = 'What a player has used of a campaign is what rounds took of it, and no more than was granted.'
const PAID = 'What campaigns give pays for reels of their boxes, in rounds of the same player that the operator paid.'
const IN_TIME = 'A campaign gives nothing before it begins, after its end, or after it was cancelled.'

/** A round that a campaign alone paid. */
const bought = `select public_id from rounds join campaign_uses u
  on u.operator_id = rounds.operator_id and u.round_public_id = public_id where launch_id is null`

export const CAMPAIGN_CORRUPTIONS: readonly Corruption[] = [
  { invariant: COUNTED, sql: ['update campaign_players set used_count = used_count - 1 where used_count > 0'] },
  { invariant: COUNTED, sql: ['update campaigns set quantity = quantity + 1'] },
  { invariant: PAID, sql: ['delete from campaign_boxes'] },
  {
    invariant: PAID,
    sql: [
      `update campaign_uses set unit_count = unit_count + 1 where round_public_id in (${bought})`,
      `update campaign_players p set used_count = u.taken from (
         select campaign_id, player_id, sum(unit_count) as taken from campaign_uses group by 1, 2
       ) u where u.campaign_id = p.campaign_id and u.player_id = p.player_id`,
    ],
  },
  {
    invariant: PAID,
    also: [
      'A settled or held round was paid by an accepted debit of its bet, by the operator, or with items.',
      DRAWN_STANDS_IN_HISTORY,
    ],
    sql: [`update rounds set funding = 'player' where public_id in (${bought})`],
  },
  { invariant: IN_TIME, sql: ["update campaigns set valid_from = valid_until - interval '1 second'"] },
  { invariant: IN_TIME, sql: ["update campaigns set valid_until = valid_from + interval '1 microsecond'"] },
  { invariant: IN_TIME, sql: ["update campaigns set cancelled_at = created_at - interval '1 second'"] },
]
