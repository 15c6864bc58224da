import type { AdminPlayerItem } from '@coffer/contract/admin'
import { mulDivFloor, sumMinor } from '@coffer/contract/money'
import { convertFloor, type Rate } from '@coffer/contract/rates'
import type { CursorPair, InventoryRow } from '@coffer/contract/shapes'
import type { InventoryDetail, Portfolio, PriceHistory } from '@coffer/contract/vault'
import { type CatalogueItem, itemsByIds, listRevisions } from '../catalog/index.ts'
import { type Owner, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { ITEM_STATES, type ItemFilter, type ItemState, publicState, VAULT_TYPES } from './item.ts'
import { findItem, type Holdings, type InventoryRecord, listItems, listOfRound, sumHoldings } from './store.ts'
import { ratesInto, type Valued, valueItems } from './valuation.ts'
import { inventoryDetail, inventoryRow } from './view.ts'

/** A page of a player's items, newest first. `currency` null shows each in its own. */
export async function listInventory(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  query: { filter: ItemFilter; currency: string | null; page: PageRequest },
): Promise<{ items: InventoryRow[]; cursor: CursorPair }> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const found = await listItems(tx, owner, query.filter, query.page)
    const page = pageOf(found, query.page, (row) => ({ sort: null, id: row.inventory_item_id }))
    return { items: await viewRows(ctx, tx, operator, page.rows, query.currency), cursor: page.cursor }
  })
}

/**
 * A page of the items that a player has or had, newest first, as the admin shows them. `state` null: in every state; `unresolved`: in the vault, as
 * the player sees it.
 */
export async function listVaultItems(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  { state, page }: { state: ItemState | null; page: PageRequest },
): Promise<{ items: AdminPlayerItem[]; cursor: CursorPair }> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const states = ITEM_STATES.filter((one) => state === null || one === state || publicState(one) === state)
    const found = await listItems(tx, owner, { states, types: VAULT_TYPES, collectible: [false, true] }, page)
    const { rows, cursor } = pageOf(found, page, (row) => ({ sort: null, id: row.inventory_item_id }))
    const shown = await viewRows(ctx, tx, operator, rows, null)
    const items = rows.map((record, index) => adminItem(record, present(shown[index], 'a record has its row')))
    return { items, cursor }
  })
}

function adminItem(record: InventoryRecord, { valueMinor, expiresAt = null }: InventoryRow): AdminPlayerItem {
  return {
    inventoryItemId: record.inventory_item_id,
    name: record.name,
    type: record.type,
    state: record.state,
    wonValueMinor: record.won_value_minor,
    valueMinor,
    currency: record.currency,
    roundPublicId: record.round_public_id,
    createdAt: record.created_at.toISOString(),
    expiresAt,
  }
}

/** The items that a round put into the vault, oldest first. */
export async function itemsOfRound(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  roundPublicId: string,
): Promise<InventoryRow[]> {
  return viewRows(ctx, tx, operator, await listOfRound(tx, owner, roundPublicId), null)
}

/** Rows as clients see them; a constant number of statements for any number of rows. `known` spares a look into the catalogue. */
export async function viewRows(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  records: readonly InventoryRecord[],
  currency: string | null,
  known?: ReadonlyMap<number, CatalogueItem>,
): Promise<InventoryRow[]> {
  const valued = await valueItems(ctx, tx, operator, records, known)
  const from = records.map((record) => record.currency)
  const rates = currency === null ? null : await ratesInto(ctx, tx, operator, { from, to: currency })
  return records.map((record) => {
    const rate = rates?.get(record.currency)
    const into = currency !== null && rate ? { currency, rate } : null
    return inventoryRow(record, { ...valued(record), operator, baseUrl: ctx.config.baseUrl, into })
  })
}

/** One item in a currency at a rate that was pinned before, whatever rates there are by now. */
export async function viewRowAt(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  record: InventoryRecord,
  into: { currency: string; rate: Rate },
  known: ReadonlyMap<number, CatalogueItem>,
): Promise<InventoryRow> {
  const valued = await valueItems(ctx, tx, operator, [record], known)
  return inventoryRow(record, { ...valued(record), operator, baseUrl: ctx.config.baseUrl, into })
}

/** An item of a player as a list shows it, in whatever state. Refuses with INVENTORY_ITEM_NOT_FOUND. */
export async function readItemRow(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  inventoryItemId: number,
): Promise<InventoryRow> {
  const record = await findItem(tx, owner, inventoryItemId)
  if (!record) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  const [row] = await viewRows(ctx, tx, operator, [record], null)
  return present(row, 'a record has its row')
}

/**
 * An item of a player in whatever state, with its details. `currency` null shows it in its own. Refuses with INVENTORY_ITEM_NOT_FOUND
 * when it is another's, or UNSUPPORTED_CURRENCY.
 */
export async function getInventoryItem(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  query: { inventoryItemId: number; currency: string | null },
): Promise<InventoryDetail> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const record = await findItem(tx, owner, query.inventoryItemId)
    if (!record) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
    const catalogue = await itemsByIds(tx, owner.operatorId, [record.item_id])
    const [row] = await viewRows(ctx, tx, operator, [record], query.currency, catalogue)
    const catalogueItem = present(catalogue.get(record.item_id), 'what is held is in the catalogue')
    return inventoryDetail(present(row, 'a record has its row'), record, catalogueItem)
  })
}

/**
 * The values that an item of a player has had, before the win too, and the one that it was won at. Refuses with
 * INVENTORY_ITEM_NOT_FOUND when it is another's, or UNSUPPORTED_CURRENCY.
 */
export async function readPriceHistory(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  { inventoryItemId, currency }: { inventoryItemId: number; currency: string },
): Promise<PriceHistory> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const record = await findItem(tx, owner, inventoryItemId)
    if (!record) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
    const revisions = await listRevisions(tx, owner.operatorId, record.item_id, ctx.limits.pricePointsCount)
    const from = [record.currency, ...revisions.map((revision) => revision.currency)]
    const rates = await ratesInto(ctx, tx, operator, { from, to: currency })
    const convert = (minor: number, own: string) =>
      convertFloor(minor, present(rates.get(own), 'every rate was read'), own, currency)
    return {
      inventoryItemId,
      itemId: record.item_id,
      currency,
      points: revisions.map(({ revisionId, valueMinor, currency: own, recordedAt }) => ({
        revisionId,
        valueMinor: convert(valueMinor, own),
        recordedAt: recordedAt.toISOString(),
      })),
      wonAt: record.created_at.toISOString(),
      wonValueMinor: convert(record.won_value_minor, record.currency),
    }
  })
}

/**
 * What all matching items of a player are worth, and were worth when they were won: summed up in each currency, and each sum converted
 * once, down. A player of whom nothing is known has none. Refuses with UNSUPPORTED_CURRENCY.
 */
export async function readPortfolio(
  ctx: Context,
  operator: Operator,
  owner: Owner | null,
  { filter, currency }: { filter: ItemFilter; currency: string },
): Promise<Portfolio> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const held = owner === null ? [] : await sumHoldings(tx, owner, filter)
    const valued = await valueItems(ctx, tx, operator, held)
    const sums = Map.groupBy(held, (holdings) => holdings.currency)
    const rates = await ratesInto(ctx, tx, operator, { from: [...sums.keys()], to: currency })
    const total = (minorOf: (holdings: Holdings) => number) =>
      sumMinor(
        [...sums].map(([own, group]) => {
          const rate = present(rates.get(own), 'every rate was read')
          return convertFloor(sumMinor(group.map(minorOf)), rate, own, currency)
        }),
      )
    return {
      count: held.reduce((sum, { itemCount }) => sum + itemCount, 0),
      currency,
      totalCurrentValueMinor: total((holdings) => mulDivFloor(unitValue(valued(holdings)), holdings.itemCount, 1)),
      totalWonValueMinor: total(({ wonMinor }) => mulDivFloor(BigInt(wonMinor), 1, 1)),
    }
  })
}

/** A total of which a part is not known is not shown. */
function unitValue({ valuation }: Valued): number {
  if (!valuation.isCurrent || valuation.valueMinor === null) throw new Refusal('UNSUPPORTED_CURRENCY')
  return valuation.valueMinor
}
