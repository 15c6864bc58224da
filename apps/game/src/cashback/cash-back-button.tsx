import type { InventoryRow } from '@coffer/contract/shapes'
import { money, t } from '../kit/words.ts'
import { askCashBack } from './cash-back.ts'
import { cashedBack } from './credit.ts'
import { canCashBack } from './offer.ts'

/** Offers the amount an item brings now; after the cashback it says what went to the balance. */
export function CashBackButton({ item }: { item: InventoryRow }) {
  const done = cashedBack.value.get(item.id)
  if (done) {
    return (
      <p class="cashed" role="status" data-testid="cashed-back">
        {t('cashback.done', { amount: money(done.cashbackMinor, done.currency) })}
      </p>
    )
  }
  if (item.cashbackMinor === null || !canCashBack(item)) return null
  return (
    <button type="button" class="button" data-testid="cash-back" onClick={() => askCashBack(item)}>
      {t('cashback.now', { amount: money(item.cashbackMinor, item.currency) })}
    </button>
  )
}
