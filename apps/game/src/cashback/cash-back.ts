import type { InventoryRow } from '@coffer/contract/shapes'
import { type ApiFailure, isUndecided } from '@coffer/web'
import { signal } from '@preact/signals'
import { refreshVault } from '../items/vault-lists.ts'
import { failureOf } from '../kit/answers.ts'
import { credit, type Waiting } from './credit.ts'
import { canCashBack, type Offer, offerAfter, offerOf } from './offer.ts'

/** The cashback of one item that the player is asked about, or that is under way. */
export type CashBack = {
  readonly offer: Offer
  readonly is: 'asking' | Waiting
  readonly failureCode: string | null
}

export const cashBack = signal<CashBack | null>(null)

export function askCashBack(item: InventoryRow): void {
  if (canCashBack(item)) cashBack.value = { is: 'asking', failureCode: null, offer: offerOf(item) }
}

/** Closes the question. A refusal says that the vault shows what became of the item, so it is read anew. */
export function dropCashBack(): void {
  const asked = cashBack.value
  if (asked?.is !== 'asking') return
  cashBack.value = null
  if (asked.failureCode) void refreshVault()
}

/** Cashes back what is being asked about, and asks anew when its price has changed. */
export async function confirmCashBack(): Promise<void> {
  const asked = cashBack.value
  if (asked?.is !== 'asking') return
  const { offer } = asked
  const show = (is: Waiting) => {
    cashBack.value = { offer, is, failureCode: null }
  }
  show('working')
  try {
    await credit(offer, show)
    cashBack.value = null
    void refreshVault()
  } catch (thrown) {
    cashBack.value = await refused(offer, failureOf(thrown))
  }
}

async function refused(offer: Offer, failure: ApiFailure): Promise<CashBack> {
  const changed = await offerAfter(offer, failure)
  const failureCode = isUndecided(failure) ? 'UNDECIDED' : failure.code
  return { is: 'asking', failureCode, offer: changed ?? { ...offer, before: null } }
}
