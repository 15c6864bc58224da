import type { CashedBackItem, InventoryRow, Uncredited } from '@coffer/contract/shapes'
import { isUndecided, type PlayFailure, untilDecided } from '@coffer/web'
import { signal } from '@preact/signals'
import { tellHost } from '../host/host.ts'
import { api, failureOf, sleep } from './api.ts'
import { takeBalance } from './balance.ts'
import { vault } from './vault.ts'

/** What the player is asked to agree to. */
export type Offer = {
  readonly item: InventoryRow
  readonly currency: string
  readonly valueMinor: number
  readonly cashbackMinor: number
  readonly uncredited: Uncredited
  readonly revisionId: number | undefined
}

export type CashBack = {
  readonly offer: Offer
  readonly is: 'asking' | 'working' | 'confirming' | 'slowed'
  readonly failureCode: string | null
}

type PriceNow = {
  revisionId: number
  valueMinor: number
  cashbackMinor: number
  cashbackUncredited: Uncredited
  currency: string
}

const GIVE_UP_MS = 60_000
const NOTHING: Uncredited = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 }

/** The cashback being confirmed, and those done in this tab, by item id. */
export const cashBack = signal<CashBack | null>(null)
export const cashedBack = signal<ReadonlyMap<number, CashedBackItem>>(new Map())

export function askCashBack(item: InventoryRow): void {
  if (item.cashbackMinor === null) return
  cashBack.value = {
    is: 'asking',
    failureCode: null,
    offer: {
      item,
      currency: item.currency,
      valueMinor: item.valueMinor,
      cashbackMinor: item.cashbackMinor,
      uncredited: item.cashbackUncredited ?? NOTHING,
      revisionId: item.isCollectible ? item.currentRevisionId : undefined,
    },
  }
}

export function dropCashBack(): void {
  if (cashBack.value?.is === 'asking') cashBack.value = null
}

/** Cashes back what is being asked about, and asks anew when its price has changed. */
export async function confirmCashBack(): Promise<void> {
  const asked = cashBack.value
  if (asked?.is !== 'asking') return
  cashBack.value = { ...asked, is: 'working', failureCode: null }
  try {
    settle(await credit(asked.offer))
  } catch (thrown) {
    cashBack.value = refused(asked.offer, failureOf(thrown))
  }
}

function credit(offer: Offer) {
  const params = { id: String(offer.item.id) }
  const body = { expectedRevisionId: offer.revisionId }
  return untilDecided({
    send: () => api.call('cashBackItem', { params, body }),
    sleep,
    now: () => performance.now(),
    giveUpMs: GIVE_UP_MS,
    onUndecided: ({ code }) => {
      cashBack.value = { offer, is: code === 'RATE_LIMITED' ? 'slowed' : 'confirming', failureCode: null }
    },
  })
}

function settle(answer: { item: CashedBackItem; balanceAfterMinor: number | null }): void {
  const { item } = answer
  cashedBack.value = new Map(cashedBack.value).set(item.id, item)
  cashBack.value = null
  takeBalance(answer.balanceAfterMinor)
  tellHost('item.cashed_back', { inventoryItemId: item.id, cashbackMinor: item.cashbackMinor, currency: item.currency })
  void vault.load()
}

function refused(offer: Offer, failure: PlayFailure): CashBack {
  const now = failure.code === 'PRICE_CHANGED' ? (failure.answer?.error.current as PriceNow | undefined) : undefined
  const failureCode = isUndecided(failure) ? 'UNDECIDED' : failure.code
  if (!now) return { offer, is: 'asking', failureCode }
  const { revisionId, valueMinor, cashbackMinor, cashbackUncredited: uncredited, currency } = now
  return { is: 'asking', failureCode, offer: { ...offer, revisionId, valueMinor, cashbackMinor, uncredited, currency } }
}
