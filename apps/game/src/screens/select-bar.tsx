import type { InventoryRow } from '@coffer/contract/shapes'
import { useEffect, useRef } from 'preact/hooks'
import { BeginButton } from '../parts/begin-button.tsx'
import { totalIn } from '../parts/cash-back-many-dialog.tsx'
import { askMany } from '../state/cash-back-many.ts'
import { cashedBack } from '../state/credit.ts'
import { canCashBack } from '../state/offer.ts'
import { select, selection, stopSelecting } from '../state/selection.ts'
import { plural, t } from '../state/words.ts'

const payableOf = (rows: readonly InventoryRow[]) =>
  rows.filter((row) => canCashBack(row) && !cashedBack.value.has(row.id))

/** The way to cash several items back. */
export function SelectButton({ rows }: { rows: readonly InventoryRow[] }) {
  const { length } = payableOf(rows)
  return <BeginButton wanted="cash-back" count={length} label={t('select.begin')} testId="select" />
}

/** While items are selected: what they pay together, and the way to cash them back. It takes the focus that the way in has lost. */
export function SelectBar({ rows }: { rows: readonly InventoryRow[] }) {
  const chosen = selection.value!
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  const payable = payableOf(rows)
  const items = payable.filter((row) => chosen.has(row.id))
  const total = totalIn(items.map((row) => ({ minor: row.cashbackMinor ?? 0, currency: row.currency })))
  return (
    <section class="select-bar" aria-label={t('select.label')}>
      <p class="select-sum" role="status" data-testid="select-sum">
        {items.length === 0 ? t('select.none') : plural('select.sum', items.length, { amount: total })}
      </p>
      <div class="select-actions">
        <button
          type="button"
          class="button quiet"
          data-testid="select-all"
          ref={ref}
          onClick={() => select(payable.map((row) => row.id))}
        >
          {t('select.all')}
        </button>
        <button type="button" class="button quiet" data-testid="stop-selecting" onClick={stopSelecting}>
          {t('app.cancel')}
        </button>
        <button
          type="button"
          class="button primary"
          data-testid="cash-back-many"
          disabled={items.length === 0}
          onClick={() => askMany(items)}
        >
          {t('select.cashBack')}
        </button>
      </div>
    </section>
  )
}
