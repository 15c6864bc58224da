import type { InventoryRow } from '@coffer/contract/shapes'
import type { OrderBody, ShippingOrder, ShippingQuote } from '@coffer/contract/shipping'
import { type ApiFailure, isUndecided, uniqueId } from '@coffer/web'
import { signal } from '@preact/signals'
import { postToHost } from '../host/host.ts'
import { stopSelecting } from '../items/selection.ts'
import { refreshVault } from '../items/vault-lists.ts'
import { failureOf, untilAnswered } from '../kit/answers.ts'
import { api } from '../session/api.ts'
import { refreshBalance, takeBalance } from '../session/balance.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import { addressOf, EMPTY_ENTRY, type Entry, writtenIn } from './address-form.ts'
import { noteOrdered, orders } from './orders.ts'
import { askQuote } from './quote.ts'

/** One order, from the question where it goes to its answer. From `working` to `parked` nobody can say yet whether it was placed. */
export type Shipment = { readonly items: readonly InventoryRow[] } & (
  | { readonly is: 'asking'; readonly failure: ApiFailure | null }
  | { readonly is: 'working' | 'confirming' | 'slowed' | 'parked'; readonly body: OrderBody; readonly fee: Fee }
  | { readonly is: 'placed'; readonly order: ShippingOrder }
)
type Fee = ShippingQuote['fee']
type Sent = { items: readonly InventoryRow[]; body: OrderBody; fee: Fee }

const GIVE_UP_MS = 60_000

export const shipment = signal<Shipment | null>(null)
export const isShipmentShown = signal(false)
/** What the player has entered. It is personal, so it stands in no storage and ends with the page. */
export const entry = signal<Entry>(EMPTY_ENTRY)

/** Asks where these items go. An order that is not decided yet comes first, whatever is asked for. */
export function askShipment(items: readonly InventoryRow[]): void {
  if (!isOpen()) {
    shipment.value = { is: 'asking', items, failure: null }
    askQuote(items.map(({ id }) => id))
  }
  isShipmentShown.value = true
}

/** Goes on with the items that can be sent. Those that cannot have changed, so the vault is read anew. */
export function leaveOut(ids: readonly number[]): void {
  const now = shipment.value
  if (now?.is !== 'asking') return
  askShipment(now.items.filter(({ id }) => !ids.includes(id)))
  void refreshVault()
}

/** Closes the question, or what came of it; an undecided order stays until it is decided. */
export function dropShipment(): void {
  const now = shipment.value
  if (!now || isSending(now)) return
  isShipmentShown.value = false
  if (now.is === 'parked') return
  shipment.value = null
  if (now.is === 'asking' && now.failure?.code === 'INVENTORY_NOT_SHIPPABLE') void refreshVault()
}

/** Orders what is asked about. A click is one `clientActionId`, whatever becomes of its first request. */
export async function placeOrder(fee: Fee): Promise<void> {
  const now = shipment.value
  if (now?.is !== 'asking') return
  const notes = writtenIn(entry.value, 'notes')
  const body: OrderBody = {
    clientActionId: uniqueId(),
    inventoryItemIds: now.items.map(({ id }) => id),
    address: addressOf(entry.value),
    contact: { email: writtenIn(entry.value, 'email') },
    ...(notes !== '' && { notes }),
  }
  await send({ items: now.items, body, fee })
}

/** Sends the very same order again. */
export async function checkShipment(): Promise<void> {
  const now = shipment.value
  if (now?.is === 'parked') await send(now)
}

export const isSending = ({ is }: Shipment) => is === 'working' || is === 'confirming' || is === 'slowed'

function isOpen(): boolean {
  const now = shipment.value
  return now !== null && (now.is === 'parked' || isSending(now))
}

async function send({ items, body, fee }: Sent): Promise<void> {
  const sent = { items, body, fee }
  shipment.value = { is: 'working', ...sent }
  try {
    const { order, balanceAfterMinor } = await untilAnswered(
      () => api.call('createOrder', { body }),
      GIVE_UP_MS,
      (is) => {
        shipment.value = { is, ...sent }
      },
    )
    placed(items, order, balanceAfterMinor)
  } catch (thrown) {
    refused(sent, failureOf(thrown))
  }
}

function placed(items: readonly InventoryRow[], order: ShippingOrder, balanceAfterMinor: number | null): void {
  shipment.value = { is: 'placed', items, order }
  isShipmentShown.value = true
  noteOrdered(items.map(({ id }) => id))
  if (order.fee) {
    takeBalance(balanceAfterMinor, order.fee.currency)
    refreshSessionFigures()
  }
  const { amountMinor: feeMinor, currency } = order.fee ?? { amountMinor: 0, currency: order.currency }
  postToHost('shipping.created', { publicId: order.publicId, itemCount: items.length, feeMinor, currency })
  stopSelecting()
  void refreshVault()
  void orders.load()
}

function refused(sent: Sent, failure: ApiFailure): void {
  if (isUndecided(failure)) {
    shipment.value = { is: 'parked', ...sent }
    return
  }
  shipment.value = { is: 'asking', items: sent.items, failure }
  askQuote(sent.body.inventoryItemIds)
  if (failure.code === 'INSUFFICIENT_FUNDS' && sent.fee) {
    postToHost('funds.insufficient', { neededMinor: sent.fee.amountMinor, currency: sent.fee.currency })
  }
  void refreshBalance()
}
