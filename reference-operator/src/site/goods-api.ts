import { randomUUID } from 'node:crypto'
import type { Casino } from '../casinos.ts'
import { type Exchange, readJson } from './http.ts'
import { addressOf, contactOf, idNumberOf, idsOf, noteOf, playerOf } from './input.ts'
import type { Site } from './site.ts'

/** What the casino pays out by itself, and what it sells for its own points: Coffer keeps the vault, and never calls the wallet for either. */

const VAULT_ROWS = 24
const PAYOUT_ROWS = 5
const GOODS_ROWS = 12
/** Boxes whose prizes stand in the shop. */
const BOXES_IN_SHOP = 6

/** What stands free in the player's vault, and their last payouts. */
export async function readPayouts(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const [{ items }, { payouts }] = await Promise.all([
    casino.coffer.listInventory({ playerExternalId, state: 'unresolved', limit: VAULT_ROWS }),
    casino.coffer.listPayouts({ playerExternalId, limit: PAYOUT_ROWS }),
  ])
  const free = items.filter(({ acquisitionType }) => acquisitionType === 'game_win')
  return {
    items: free.map(({ id, name, valueMinor, currency }) => ({ id, name, valueMinor, currency })),
    payouts,
  }
}

/** Reserves things of the player that the casino is going to pay out. */
export async function reservePayout(_: Site, casino: Casino, { request }: Exchange) {
  const { player, inventoryItemIds } = await readJson(request)
  const answer = await casino.coffer.createPayout({
    playerExternalId: playerOf(player),
    inventoryItemIds: idsOf('inventoryItemIds', inventoryItemIds),
    idempotencyKey: `desk-${randomUUID()}`,
  })
  return answer
}

export async function confirmPayout(_: Site, casino: Casino, { request }: Exchange) {
  const { player, payoutId } = await readJson(request)
  const wanted = { id: idNumberOf('payoutId', payoutId), playerExternalId: playerOf(player) }
  return await casino.coffer.confirmPayout(wanted)
}

export async function cancelPayout(_: Site, casino: Casino, { request }: Exchange) {
  const { player, payoutId } = await readJson(request)
  const wanted = { id: idNumberOf('payoutId', payoutId), playerExternalId: playerOf(player) }
  return await casino.coffer.cancelPayout(wanted)
}

/** Physical things that the casino's boxes hold, the cheapest first. */
export async function readGoods(_: Site, casino: Casino) {
  const { boxes } = await casino.coffer.listBoxes({ limit: BOXES_IN_SHOP })
  const details = await Promise.all(boxes.map(({ boxId }) => casino.coffer.getBox({ boxId })))
  const prizes = details.flatMap(({ box }) => box.prizes)
  const physical = prizes.filter(({ type, inStock }) => type === 'physical' && inStock)
  const byId = new Map(physical.map((prize) => [prize.itemId, prize]))
  const goods = [...byId.values()].toSorted((a, b) => a.valueMinor - b.valueMinor).slice(0, GOODS_ROWS)
  return { goods: goods.map(({ itemId, name }) => ({ itemId, name })) }
}

/** The casino has taken its points; the thing goes into the vault, and with an address on its way at once. */
export async function sellForNuggets(_: Site, casino: Casino, { request }: Exchange) {
  const { player, itemId, address, contact, notes } = await readJson(request)
  const { item, order } = await casino.coffer.buyWithNuggets({
    playerExternalId: playerOf(player),
    clientActionId: `desk-${randomUUID()}`,
    itemId: idNumberOf('itemId', itemId),
    ...(address !== undefined && {
      address: addressOf('address', address),
      contact: contactOf('contact', contact),
      notes: noteOf('notes', notes),
    }),
  })
  return { item, order }
}
