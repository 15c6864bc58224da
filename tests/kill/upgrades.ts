import type { InventoryRow } from '@coffer/contract/shapes'
import type { UpgraderPrizes } from '@coffer/contract/upgrader'
import { replyOf, type Send } from './clicks.ts'
import type { Dice } from './dice.ts'
import type { KillPlayer } from './player.ts'

/** What a player's hand stakes in the Upgrader. */
export type Stake = { wagerMinor: number } | { stakeItemIds: number[] }

const CHANCES_BPS = [1000, 2500, 5000, 7500]

/** A wager, or some of the items, so few that hands want the same ones. Null when there are none. */
export function stakeOf(dice: Dice, items: readonly InventoryRow[]): Stake | null {
  if (dice.percent(40)) return { wagerMinor: dice.between(300, 3_000) }
  if (items.length === 0) return null
  return { stakeItemIds: [...new Set(Array.from({ length: dice.between(1, 3) }, () => dice.pick(items).id))] }
}

/** Asks for the best prize of the stake, to play for it in the game or over the backend. Null when there is none, or nobody answers. */
export async function upgradeSend(
  player: KillPlayer,
  dice: Dice,
  service: number,
  stake: Stake,
  clientActionId: string,
): Promise<Send | null> {
  const asked = { ...stake, chanceBps: dice.pick(CHANCES_BPS) }
  const listed = await player.call(service, 'upgraderPrizes', { body: asked })
  const [prize] = (listed?.body.prizes ?? []) as UpgraderPrizes['prizes']
  if (!prize) return null
  const body = { ...asked, clientActionId, targetItemId: prize.itemId }
  return dice.percent(50) ? (at) => player.call(at, 'playUpgrader', { body }) : overBackend(player, body)
}

function overBackend(
  player: KillPlayer,
  body: Stake & { chanceBps: number; clientActionId: string; targetItemId: number },
): Send {
  const { externalId: playerExternalId, currency } = player.plan
  return (at) => {
    const coffer = player.backend(at)
    if ('stakeItemIds' in body) return replyOf(coffer.playUpgraderWithItems({ ...body, playerExternalId, currency }))
    return replyOf(coffer.playUpgrader({ ...body, playerExternalId, currency }))
  }
}
