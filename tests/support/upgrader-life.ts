import assert from 'node:assert/strict'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { type Fault, faults } from '@coffer/reference-operator'
import { aimRoll, missesAt, prizeKey, UPGRADER_ON, upgrade, upgraded, winsAt } from './upgrader.ts'
import type { World } from './world.ts'

const COLLECTIBLE = { isCollectible: true, collectibleCategory: 'coin' }

/** What `upgradeEverything` aims at. */
export const LIFE_PRIZES: CatalogueFile['items'] = [1700, 1900, 3000, 4000].map((valueMinor) => ({
  ...{ key: prizeKey(valueMinor), name: `Prize of ${valueMinor}`, valueMinor, upgraderPrize: true },
  type: valueMinor === 1700 ? 'digital' : 'physical',
  ...(valueMinor === 1900 ? COLLECTIBLE : {}),
}))

export const LIFE_SETTINGS = UPGRADER_ON

/**
 * Everything that can become of an Upgrader round, in two currencies: won and missed with balance and with items, won after the target
 * has lost value, refused, and paid without a roll, which the resolver gives back when it comes by. Needs the prizes and the settings
 * above.
 */
export async function upgradeEverything(world: World, playerExternalId: string): Promise<void> {
  const { operator, casino } = world
  const player = await world.play(operator, playerExternalId, { gameKey: 'upgrader', target: {} })
  const fails = (fault: Fault) => casino.wallet.faults.push({ times: 1, fault })
  const aimAt = (valueMinor: number) => ({ chanceBps: 5000, targetItemId: operator.items[prizeKey(valueMinor)]! })
  const play = async (wanted: typeof winsAt, body: { chanceBps: number } & Record<string, unknown>) => {
    await aimRoll(world, operator, player, wanted(body.chanceBps))
    const { round, wonItem } = await upgraded(player, body)
    assert.equal(round.isWin, wanted === winsAt)
    return wonItem?.inventoryItemId
  }

  const wager = { ...aimAt(1900), wagerMinor: 1000 }
  const won = [await play(winsAt, wager), await play(winsAt, wager)]
  await play(missesAt, wager)
  await play(missesAt, { ...wager, ...aimAt(1700), currency: 'USD' })

  fails(faults.serverError({ apply: true }))
  const click = { ...wager, clientActionId: 'twice' }
  assert.equal((await upgrade(player, click)).status, 503)
  await operator.coffer.recordValue({ itemId: click.targetItemId, valueMinor: 1800 })
  won.push(await play(winsAt, click))

  // Each of them has lost 100 of its value, and counts for its cashback of 1620.
  await play(missesAt, { ...aimAt(3000), stakeItemIds: won.slice(0, 1) })
  await play(winsAt, { ...aimAt(4000), chanceBps: 7500, stakeItemIds: won.slice(1), currency: 'USD' })

  fails(faults.refuse('INSUFFICIENT_FUNDS'))
  assert.equal((await upgrade(player, wager)).status, 422)
  fails(faults.serverError({ apply: true }))
  assert.equal((await upgrade(player, wager)).status, 503)
}
