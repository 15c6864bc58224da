import type { HeldData, PersonalDataRecord } from '@coffer/contract/admin'
import { count, countOf } from './numbers.ts'

type HeldKind = keyof HeldData

/** Kinds of stored data, in the order of a list. */
export const HELD_TEXT: Readonly<Record<HeldKind, { readonly label: string; readonly explanation: string }>> = {
  verifications: { label: 'Verifications', explanation: 'with an e-mail, answers, notes or an identity' },
  photos: { label: 'Photos', explanation: 'of documents and faces, until they are removed from the document store' },
  finishedOrders: {
    label: 'Finished orders',
    explanation: 'delivered, returned or cancelled, with an address or tracking',
  },
  orderCopies: {
    label: 'Copies of orders',
    explanation: 'notices, stored answers and drafts with an address',
  },
  openOrders: { label: 'Open orders', explanation: 'not finished, or with a fee that is being paid' },
}
export const HELD_KINDS = Object.keys(HELD_TEXT) as HeldKind[]

const ERASABLE_KINDS = HELD_KINDS.filter((kind) => kind !== 'openOrders')

/** The kinds of data that an erasure erases now. */
export function erasableKinds(held: HeldData): readonly HeldKind[] {
  return ERASABLE_KINDS.filter((kind) => held[kind] > 0)
}

/** When open orders can be erased; null when there are none. */
export function openOrdersText(openOrders: number): string | null {
  if (openOrders === 0) return null
  const orders = countOf(openOrders, { one: 'open order is', many: 'open orders are' })
  const until = openOrders === 1 ? 'it is' : 'they are'
  return `${orders} not erased. Erase again when ${until} delivered, returned or cancelled.`
}

/** The counts before and after an erasure, one line for each kind of data that was or is stored. */
export function erasureLines({ before, after }: PersonalDataRecord): readonly string[] {
  if (before === null || after === null) return ['–']
  const kinds = HELD_KINDS.filter((kind) => before[kind] > 0 || after[kind] > 0)
  if (kinds.length === 0) return ['Nothing was stored.']
  return kinds.map((kind) => `${HELD_TEXT[kind].label}: ${count(before[kind])} → ${count(after[kind])}`)
}
