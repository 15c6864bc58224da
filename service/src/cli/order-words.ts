import { decimalOf } from '@coffer/contract/currencies'
import type { Address, BackendOrder, ShippingChange } from '@coffer/contract/shipping'
import { quoted } from './say.ts'

/** Shipping orders as the command line says them. */

export function rowInWords({
  publicId,
  playerExternalId,
  status,
  createdAt,
  items,
  address,
  itemsValueTotalMinor,
  currency,
}: BackendOrder): string {
  const waiting = items.filter((item) => item.waitingForStock).length
  const counted = `${items.length} ${items.length === 1 ? 'item' : 'items'}${waiting > 0 ? `, ${waiting} waiting` : ''}`
  const worth = money(itemsValueTotalMinor, currency)
  return `${publicId}  ${status.padEnd(10)}  ${createdAt}  ${quoted(playerExternalId)}, ${address.country}  ${counted}, ${worth}`
}

export function orderInWords(order: BackendOrder): string {
  const { publicId, status, items, currency, userNotes, timeline } = order
  const lines = items.map(({ inventoryItemId, name, valueMinor, waitingForStock }) => {
    return `  ${inventoryItemId}  ${quoted(name)}  ${money(valueMinor, currency)}${waitingForStock ? '  waits for stock' : ''}`
  })
  return [
    `${publicId} is ${status}.`,
    `Player    ${quoted(order.playerExternalId)}`,
    ...recipientInWords(order),
    ...(userNotes === null ? [] : [`Note      ${quoted(userNotes)}`]),
    ...trackingInWords(order),
    `Shipping  ${costInWords(order)}`,
    `Items     ${items.length}, ${money(order.itemsValueTotalMinor, currency)}`,
    ...lines,
    ...timeline.map((move) => `${move.at}  ${move.status}`),
  ].join('\n')
}

function recipientInWords({ address, contact, erasedAt }: BackendOrder): string[] {
  if (erasedAt !== undefined) return [`To        erased at ${erasedAt}; the country was ${address.country}`]
  return [`To        ${quoted(addressInWords(address))}`, `Contact   ${quoted(contact.email)}`]
}

function addressInWords({ name, line1, line2, postalCode, city, region, country, phone }: Address): string {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [name, line1, line2, place, region, country, phone].filter(Boolean).join(', ')
}

function trackingInWords({ carrier, trackingNumber, trackingUrl }: BackendOrder): string[] {
  const said = [carrier, trackingNumber, trackingUrl].filter((text) => text !== null)
  return said.length > 0 ? [`Tracking  ${quoted(said.join('  '))}`] : []
}

function costInWords({ shippingCostMinor, realizedTotalCostMinor, currency, fee }: BackendOrder): string {
  const paid =
    fee === null ? 'the player was charged nothing' : `the player paid ${money(fee.amountMinor, fee.currency)}`
  const real = realizedTotalCostMinor === null ? [] : [`it has really cost ${money(realizedTotalCostMinor, currency)}`]
  return [money(shippingCostMinor, currency), paid, ...real].join('; ')
}

export function savedInWords({ order, changes }: { order: BackendOrder; changes: readonly ShippingChange[] }): string {
  if (changes.length === 0) return `Nothing changed: ${order.publicId} is ${order.status}.`
  return `Saved: ${order.publicId} is ${order.status}. The notice tells of ${changes.join(', ')}.`
}

type Cancelled = { order: BackendOrder; balanceAfterMinor: number | null }

/** What was given back: the wallet has said yes, or is asked until it does. */
export function cancelledInWords({ order: { publicId, fee }, balanceAfterMinor }: Cancelled): string {
  const cancelled = `${publicId} is cancelled; its items are free in the vault.`
  if (fee === null) return `${cancelled} The player was charged nothing, so nothing goes back.`
  const amount = money(fee.refundedMinor, fee.currency)
  return balanceAfterMinor === null
    ? `${cancelled} ${amount} goes back to the player\u2019s wallet, once: the service asks until the wallet says yes.`
    : `${cancelled} ${amount} went back to the player\u2019s wallet.`
}

function money(minor: number, currency: string): string {
  return `${currency} ${decimalOf(minor, currency)}`
}
