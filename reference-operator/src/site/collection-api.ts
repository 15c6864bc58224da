import type { Casino } from '../casinos.ts'
import type { Exchange } from './http.ts'
import { currencyOf, idOf, playerOf } from './input.ts'
import type { Site } from './site.ts'

/** A player's collectibles, what they are worth, and how each came to its price: read through the SDK. */

const ROWS = 48

/** Newest first with the totals over all of them, in `?currency=`; `?cursor=` further back. */
export async function readCollection(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const currency = currencyOf(casino, url.searchParams.get('currency'))
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [list, portfolio] = await Promise.all([
    casino.coffer.listInventory({ playerExternalId, collectible: true, currency, cursor, limit: ROWS }),
    casino.coffer.portfolio({ playerExternalId, currency }),
  ])
  return { ...list, portfolio }
}

/** One item, `?inventoryItemId=`, with every value that it has had. `asOf` is where the last value reaches to. */
export async function readCollectedItem(site: Site, casino: Casino, { url }: Exchange) {
  const id = idOf('inventoryItemId', url.searchParams.get('inventoryItemId'))
  const currency = currencyOf(casino, url.searchParams.get('currency'))
  const wanted = { id, playerExternalId: playerOf(url.searchParams.get('player')), currency }
  const [{ item }, history] = await Promise.all([
    casino.coffer.getInventoryItem(wanted),
    casino.coffer.priceHistory(wanted),
  ])
  return { item, history, asOf: new Date(site.inbox.now()).toISOString() }
}
