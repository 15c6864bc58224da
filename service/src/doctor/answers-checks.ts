import { sql } from 'kysely'
import { GAMES } from '../games/index.ts'
import { byQuery } from './by-query.ts'
import { ofGame } from './games.ts'
import type { Invariant } from './invariant.ts'

/** Actions and the answers that their repeats get. */

/** The kind of the actions that play the game of a round. */
const actionKindOfGame = ofGame('r.game_key', (game) => game.actionKind)

const ACTION_KINDS = sql.join(Object.values(GAMES).map((game) => sql.lit(game.actionKind)))

const roundHasAction = byQuery(
  'Every round belongs to one click of its game, and every click to its round.',
  sql`
    select coalesce(r.operator_id, a.operator_id) as operator_id,
      coalesce('round ' || r.public_id, 'click for ' || a.subject_id) as subject,
      case
        when a.subject_id is null then 'no click began it'
        when r.public_id is null then 'it began no round'
        when (a.player_id, a.client_action_id, a.kind) <> (r.player_id, r.client_action_id, ${actionKindOfGame}) then 'another click began it'
      end as detail
    from rounds r
    full join (select * from actions where kind in (${ACTION_KINDS})) a
      on a.operator_id = r.operator_id and a.subject_id = r.public_id`,
)

const roundIsAnswered = byQuery(
  'A round that came to its end, or is held, has an answer that every repeat of its click gets.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case when a.body is null then 'it is ' || r.state || ', and its click has no answer' end as detail
    from rounds r
    left join actions a on a.operator_id = r.operator_id and a.player_id = r.player_id and a.kind = ${actionKindOfGame}
      and a.client_action_id = r.client_action_id
    where r.state in ('settled', 'held', 'cancelling', 'disputed', 'voided')`,
)

/** States that a round may be in after an action was answered with one for good. Late accepts refund what was answered as voided. */
const MAY_FOLLOW = sql`(values
  ('settled', array['settled']),
  ('held', array['held', 'cancelling', 'disputed', 'settled', 'voided']),
  ('voided', array['voiding', 'refunding', 'voided']))`

const answerIsTrue = byQuery(
  'A stored answer shows the status, the draw and the facts that its round has.',
  sql`
    select a.operator_id, a.kind || ' of ' || a.subject_id as subject,
      case
        when a.told -> 'publicId' is distinct from to_jsonb(r.public_id) then 'it shows another round'
        when may.states is null or r.state <> all (may.states)
          then 'it shows "' || coalesce(a.told ->> 'status', 'nothing') || '", and the round is ' || r.state
        when a.told ->> 'status' <> 'settled' then null
        when (a.told -> 'betMinor', a.told -> 'payoutMinor', a.told -> 'fairness' -> 'nonce')
          is distinct from (to_jsonb(r.bet_minor), to_jsonb(r.payout_minor), to_jsonb(r.nonce))
          then 'it shows other amounts or another nonce'
        when a.facts is distinct from r.facts::jsonb then 'it shows other facts'
        when d.round_id is not null and (a.told -> 'rolledBps', a.told -> 'isWin', a.told -> 'target' -> 'itemId',
            a.told -> 'target' -> 'valueMinor', a.won)
          is distinct from (to_jsonb(d.rolled_bps), to_jsonb(d.rolled_bps < d.chance_bps), to_jsonb(d.target_item_id),
            to_jsonb(d.target_value_minor), to_jsonb(d.won_inventory_item_id))
          then 'it shows another roll, target or prize'
      end as detail
    from (
      select operator_id, kind, subject_id, answer.json -> 'round' as told, answer.json -> 'facts' as facts,
        answer.json -> 'wonItem' -> 'inventoryItemId' as won
      from actions cross join lateral (select body::jsonb as json offset 0) answer
      where kind in ('held_open', ${ACTION_KINDS}) and body is not null
    ) a
    join rounds r on r.operator_id = a.operator_id and r.public_id = a.subject_id
    left join round_deals d on d.operator_id = r.operator_id and d.round_id = r.round_id
    left join ${MAY_FOLLOW} as may (told, states) on may.told = a.told ->> 'status'`,
)

const orderIsAnswered = byQuery(
  'An order and a shipping fee belong to the clicks that asked for them, which are answered with the order once it is decided.',
  sql`
    select coalesce(w.operator_id, a.operator_id) as operator_id, 'order ' || coalesce(w.id, a.subject_id) as subject,
      case
        when a.subject_id is null then 'no click asked for it'
        when w.id is null then 'it was asked for, and is not there'
        when a.player_id <> w.player_id then 'another player asked for it'
        when (w.state <> 'undecided') <> (a.status is not null)
          then 'it is ' || w.state || ', and a click is answered ' || coalesce(a.status::text, 'nothing')
        when (w.state = 'ordered') <> (a.status = 201) then 'it is ' || w.state || ', and a click is answered ' || a.status
        when a.status = 201 and a.body::jsonb -> 'order' ->> 'publicId' is distinct from w.id then 'a click is answered with another order'
      end as detail
    from (
      select operator_id, public_id as id, player_id, 'ordered' as state from shipping_orders where origin <> 'nuggets'
      union all
      select operator_id, order_public_id, player_id, state from shipping_intents where state <> 'ordered'
    ) w
    full join (select * from actions where kind = 'shipping') a on a.operator_id = w.operator_id and a.subject_id = w.id`,
)

const nuggetsOrderIsShown = byQuery(
  'A good bought with Nuggets was put on the order that its purchase shows, and such a purchase opened every order of Nuggets goods.',
  sql`
    with told as (
      select operator_id, subject_id as item, body::jsonb -> 'order' ->> 'publicId' as id
      from actions where kind = 'nuggets_purchase' and body::jsonb -> 'order' <> 'null'
    )
    select operator_id, 'item ' || told.item as subject,
      case when not exists (
        select from shipping_orders o join shipping_lines l using (operator_id, order_id)
        where o.operator_id = told.operator_id and o.public_id = told.id and l.inventory_item_id::text = told.item
      ) then 'it was never on order ' || told.id end as detail
    from told
    union all
    select o.operator_id, 'order ' || o.public_id, case when t.id is null then 'no purchase shows it' end
    from shipping_orders o
    left join (select distinct operator_id, id from told) t on t.operator_id = o.operator_id and t.id = o.public_id
    where o.origin = 'nuggets'`,
)

export const answersInvariants: readonly Invariant[] = [
  roundHasAction,
  roundIsAnswered,
  answerIsTrue,
  orderIsAnswered,
  nuggetsOrderIsShown,
]
