import type { CashedBackItem } from '@coffer/contract/shapes'
import { signal } from '@preact/signals'
import { postToHost } from '../host/host.ts'
import { type Unanswered, untilAnswered } from '../kit/answers.ts'
import { api } from '../session/api.ts'
import { takeBalance } from '../session/balance.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import type { Offer } from './offer.ts'

/** What a cashback waits for: its answer, or more than that. */
export type Waiting = 'working' | Unanswered

const GIVE_UP_MS = 60_000

/** What was cashed back in this tab, by item id. */
export const cashedBack = signal<ReadonlyMap<number, CashedBackItem>>(new Map())

/** Cashes one item back, at the agreed value. Throws ApiFailure: final, or undecided once the wait has timed out. */
export async function credit(offer: Offer, onWaiting: (waiting: Waiting) => void): Promise<CashedBackItem> {
  const params = { id: String(offer.item.id) }
  const body = { expectedRevisionId: offer.revisionId }
  const { item, balanceAfterMinor } = await untilAnswered(
    () => api.call('cashBackItem', { params, body }),
    GIVE_UP_MS,
    onWaiting,
  )
  cashedBack.value = new Map(cashedBack.value).set(item.id, item)
  takeBalance(balanceAfterMinor, item.currency)
  refreshSessionFigures()
  postToHost('item.cashed_back', {
    inventoryItemId: item.id,
    cashbackMinor: item.cashbackMinor,
    currency: item.currency,
  })
  return item
}
