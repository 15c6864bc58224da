import { convertFloor, type Rate } from '@coffer/contract/rates'
import type { CashedBackItem, InventoryRow } from '@coffer/contract/shapes'
import type { InventoryDetail } from '@coffer/contract/vault'
import { type CatalogueItem, publicMetadata } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import type { Operator } from '../operators/index.ts'
import { type Cashback, cashbackOf, convertCashback, isAboveLimit } from './cashback.ts'
import { canOnlyBeShipped, publicState, unshippable } from './item.ts'
import type { InventoryRecord } from './store.ts'
import { isPayable, type Valuation, type Valued, valueNow } from './valuation.ts'

/** What a row is shown with: its catalogue item as it is now with its value, and a currency to show it in. */
export type Showing = Valued & {
  operator: Operator
  baseUrl: string
  /** Null: the item's own currency. */
  into: { currency: string; rate: Rate } | null
}

/** True when cashback is not offered, by the item's state and origin or by the operator's policy. */
export function cashbackRefused(
  record: Pick<InventoryRecord, 'state' | 'acquisition_type' | 'cashback'>,
  operator: Operator,
): boolean {
  const offered =
    record.state === 'unresolved' || record.state === 'crediting'
      ? !canOnlyBeShipped(record) && record.cashback && operator.settings.policies.cashbackEnabled
      : false
  return !offered
}

type CashbackTermsOf = Pick<InventoryRecord, 'is_collectible' | 'won_value_minor' | 'percent_bps' | 'credited_rise_bps'>

export function cashbackNow(record: CashbackTermsOf, valuation: Valuation): Cashback {
  return cashbackOf({
    wonValueMinor: record.won_value_minor,
    valueMinor: valueNow(record, valuation),
    percentBps: record.percent_bps,
    creditedRiseBps: record.credited_rise_bps,
  })
}

/** The cashback of an item now, in its own currency; null when it is not offered. */
export function cashbackOffered(
  record: CashbackTermsOf & Pick<InventoryRecord, 'state' | 'acquisition_type' | 'cashback'>,
  operator: Operator,
  { valuation, mostCredit }: Pick<Valued, 'valuation' | 'mostCredit'>,
): Cashback | null {
  if (cashbackRefused(record, operator) || !isPayable(record, valuation)) return null
  const now = cashbackNow(record, valuation)
  return isAboveLimit(now, mostCredit) ? null : now
}

/** Inventory row (interface §2.4). */
export function inventoryRow(record: InventoryRecord, showing: Showing): InventoryRow {
  const { operator, into, valuation, mostCredit } = showing
  const show = (minor: number) => (into ? convertFloor(minor, into.rate, record.currency, into.currency) : minor)
  const own = cashbackOffered(record, operator, { valuation, mostCredit })
  const cashback = own && into ? convertCashback(own, into.rate, record.currency, into.currency) : own
  const row: InventoryRow = {
    id: record.inventory_item_id,
    itemId: record.item_id,
    name: record.name,
    imageUrl: absoluteUrl(showing.baseUrl, record.image_url),
    type: record.type,
    valueMinor: show(valueNow(record, valuation)),
    currency: into?.currency ?? record.currency,
    state: publicState(record.state),
    acquisitionType: record.acquisition_type,
    cashbackMinor: cashback?.creditsMinor ?? null,
    cashbackUncredited: cashback?.uncredited ?? null,
    shippable: unshippable(record) === null && operator.settings.policies.shippingEnabled,
    wonAtRoundPublicId: record.round_public_id,
    createdAt: record.created_at.toISOString(),
  }
  const expires = row.state === 'unresolved' && operator.settings.inventory.expiryDays !== null
  if (record.expires_at && expires) row.expiresAt = record.expires_at.toISOString()
  return record.is_collectible ? { ...row, ...collectiblePart(record, showing, show) } : row
}

function collectiblePart(
  record: InventoryRecord,
  { catalogueItem, valuation }: Valued,
  show: (minor: number) => number,
): Partial<InventoryRow> {
  return {
    isCollectible: true,
    currentRevisionId: catalogueItem.revisionId,
    wonValueMinor: show(record.won_value_minor),
    currentValueMinor: catalogueItem.archived ? null : show(valueNow(record, valuation)),
  }
}

/** The item of a cashback that is done: every figure in the currency of its credit. */
export function cashedBackItem(record: InventoryRecord, showing: Showing): CashedBackItem {
  const meaning = 'an item that is cashed back holds the figures of its credit'
  return {
    ...inventoryRow(record, showing),
    cashbackMinor: present(record.credits_minor, meaning),
    uncredited: {
      priceFallMinor: present(record.price_fall_minor, meaning),
      priceRiseMinor: present(record.price_rise_minor, meaning),
      creditsShareMinor: present(record.credits_share_minor, meaning),
    },
    basisMinor: present(record.basis_minor, meaning),
  }
}

/** The layout of a collectible's metadata. */
const SCHEMA_VERSION = 1

/** A row with what only the backend API shows (interface §2.4, "Item detail additions"). */
export function inventoryDetail(
  row: InventoryRow,
  record: InventoryRecord,
  { collectibleCategory, metadata }: CatalogueItem,
): InventoryDetail {
  const category = record.is_collectible ? collectibleCategory : null
  const shown = publicMetadata(metadata)
  const reserved = record.is_collectible ? { category, schema_version: SCHEMA_VERSION } : {}
  return {
    ...row,
    wonAt: row.createdAt,
    sourceBoxName: record.box_name,
    collectibleCategory: category,
    metadata: shown && { ...shown, ...reserved },
  }
}
