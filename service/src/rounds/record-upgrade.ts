import { formatRate, type Rate } from '@coffer/contract/rates'
import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { insertDeal, type NewDeal } from './deal-store.ts'
import { type RoundMode, UPGRADER_GAME } from './round.ts'
import { insertRound, type RoundRecord } from './store.ts'

/** A new Upgrader round. The bet is in its currency and in the operator's; `rate` is from the operator's currency to the round's. */
export type NewUpgrade = {
  operator: Operator
  owner: Owner
  publicId: string
  clientActionId: string
  mode: Extract<RoundMode, 'open' | 'items'>
  currency: string
  rate: Rate
  betMinor: number
  operatorBetMinor: number
  deal: Omit<NewDeal, 'operator_id' | 'round_id'>
}

/** Records an Upgrader round that is about to be paid, with what it aims at: the target's value is pinned from here on. */
export async function recordUpgrade(ctx: Context, tx: Tx, upgrade: NewUpgrade): Promise<RoundRecord> {
  const { operator, owner } = upgrade
  const round = await insertRound(tx, {
    operator_id: owner.operatorId,
    public_id: upgrade.publicId,
    player_id: owner.playerId,
    game_key: UPGRADER_GAME,
    mode: upgrade.mode,
    funding: 'player',
    launch_id: null,
    client_action_id: upgrade.clientActionId,
    currency: upgrade.currency,
    operator_currency: operator.currency,
    rate: formatRate(upgrade.rate),
    bet_minor: upgrade.betMinor,
    operator_bet_minor: upgrade.operatorBetMinor,
    created_at: ctx.clock.now(),
  })
  await insertDeal(tx, { ...upgrade.deal, operator_id: owner.operatorId, round_id: round.round_id })
  return round
}
