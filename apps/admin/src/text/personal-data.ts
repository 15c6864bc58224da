import type { PersonalDataRecord, StoredData } from '@coffer/contract/admin'
import { count, countOf } from './numbers.ts'

type StoredKind = keyof StoredData

/** Kinds of stored data, in the order of a list. */
export const STORED_TEXT: Readonly<Record<StoredKind, { readonly label: string; readonly explanation: string }>> = {
  verifications: { label: 'Verifications', explanation: 'with an e-mail, answers, photos, notes or an identity' },
  photos: { label: 'Photos', explanation: 'of documents and faces, until they are removed from the document store' },
  finishedOrders: {
    label: 'Finished orders',
    explanation: 'delivered, returned or cancelled, with an address, e-mail, note or tracking',
  },
  orderCopies: {
    label: 'Copies of orders',
    explanation: 'notices, stored answers and drafts with personal data',
  },
  openOrders: { label: 'Open orders', explanation: 'not finished, or with a fee that is not decided' },
}
export const STORED_KINDS = Object.keys(STORED_TEXT) as StoredKind[]

const ERASABLE_KINDS = STORED_KINDS.filter((kind) => kind !== 'openOrders')

/** The kinds of stored data that an erasure erases. */
export function erasableKinds(stored: StoredData): readonly StoredKind[] {
  return ERASABLE_KINDS.filter((kind) => stored[kind] > 0)
}

/** True when an erasure has something to erase. Photos that are left are removed by the service. */
export function isErasable({ verifications, finishedOrders, orderCopies }: StoredData): boolean {
  return verifications + finishedOrders + orderCopies > 0
}

/** What is kept for open orders; null when there are none. */
export function openOrdersText(openOrders: number): string | null {
  if (openOrders === 0) return null
  const orders = countOf(openOrders, { one: 'open order keeps its address', many: 'open orders keep their addresses' })
  return `${orders}. Erase again when ${openOrders === 1 ? 'it is' : 'they are'} finished.`
}

/** The result of an erasure, by what is left. */
export function erasureResult(left: StoredData): string {
  if (isErasable(left)) return 'Some personal data was added during the erasure. Erase again.'
  const erased = 'Personal data erased.'
  if (left.photos === 0) return erased
  return `${erased} The document store is unavailable. The remaining photos are removed when it is available again.`
}

/** The result of an export, or the counts before and after an erasure, one line for each kind of data that was or is stored. */
export function resultLines({ isCompleted, sha256, before, after }: PersonalDataRecord): readonly string[] {
  if (!isCompleted) return ['Not completed']
  if (sha256 !== null) return [`SHA-256 ${sha256}`]
  if (before === null || after === null) return ['–']
  const kinds = STORED_KINDS.filter((kind) => before[kind] > 0 || after[kind] > 0)
  if (kinds.length === 0) return ['Nothing was stored.']
  return kinds.map((kind) => `${STORED_TEXT[kind].label}: ${count(before[kind])} before, ${count(after[kind])} after`)
}
