import type { LeavingReason, OrderOrigin } from '@coffer/contract/order-names'
import type { Address, ShippingStatus } from '@coffer/contract/shipping'
import type { Generated } from 'kysely'
import type { Json } from '../platform/index.ts'
import type { IntentState } from './intent.ts'
import type { OrderDraft } from './order.ts'

type ShippingOrdersTable = {
  operator_id: number
  order_id: Generated<number>
  public_id: string
  player_id: number
  player_external_id: string
  origin: OrderOrigin
  status: ShippingStatus
  currency: string
  shipping_cost_minor: number
  minimum_minor: number
  realized_total_cost_minor: number | null
  fee_minor: number | null
  fee_currency: string | null
  address: Json<Address>
  contact_email: string
  user_notes: string | null
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  delivered_at: Date | null
  replacements_sent_at: Date | null
  notice_count: number
  address_change_count: number
  noticed_at: Date
  created_at: Date
  /** When its personal data was erased; null while it is there. */
  erased_at: Date | null
}

type ShippingLinesTable = {
  operator_id: number
  line_id: Generated<number>
  order_id: number
  inventory_item_id: number
  item_id: number
  name: string
  image_url: string | null
  value_minor: number
  shipping_cost_minor: number
  goes_along: boolean
  currency: string
  waiting_for_stock: boolean
  took_stock: boolean
  added_at: Date
  left_at: Date | null
  left_because: LeavingReason | null
}

type ShippingMovesTable = {
  operator_id: number
  move_id: Generated<number>
  order_id: number
  status: ShippingStatus
  moved_at: Date
}

type ShippingIntentsTable = {
  operator_id: number
  intent_id: Generated<number>
  order_public_id: string
  player_id: number
  fingerprint: string
  state: IntentState
  fee_minor: number
  fee_currency: string
  draft: Json<OrderDraft>
  created_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    shipping_orders: ShippingOrdersTable
    shipping_lines: ShippingLinesTable
    shipping_moves: ShippingMovesTable
    shipping_intents: ShippingIntentsTable
  }
}

export type OrderRecord = Omit<ShippingOrdersTable, 'order_id' | 'address'> & { order_id: number; address: Address }
export type LineRecord = Omit<ShippingLinesTable, 'line_id'> & { line_id: number }
export type MoveRecord = Omit<ShippingMovesTable, 'move_id'> & { move_id: number }
export type IntentRecord = Omit<ShippingIntentsTable, 'intent_id' | 'draft'> & { intent_id: number; draft: OrderDraft }
