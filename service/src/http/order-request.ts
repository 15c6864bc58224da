import type { OrderBody } from '@coffer/contract/shipping'

/** What both surfaces ask of an order; an empty note is none. */
export function orderRequest({ inventoryItemIds, address, contact, notes, clientActionId }: OrderBody) {
  return {
    inventoryItemIds,
    address,
    contactEmail: contact.email,
    userNotes: notes || null,
    clientActionId: clientActionId ?? null,
  }
}
