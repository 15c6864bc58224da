import type { AdminHeldValue, AdminItem } from '@coffer/contract/admin'

/** An item with a value that waits for approval. */
export type WaitingItem = AdminItem & { readonly heldValue: AdminHeldValue }

export function isWaiting(item: AdminItem): item is WaitingItem {
  return item.heldValue !== null
}
