import type { InventoryRow } from '@coffer/contract/shapes'
import { askMany } from '../cashback/cash-back-many.ts'
import { totalIn } from '../cashback/cash-back-many-dialog.tsx'
import { cashedBack } from '../cashback/credit.ts'
import { canCashBack } from '../cashback/offer.ts'
import { BeginButton, SelectActions } from '../items/select-buttons.tsx'
import { selection } from '../items/selection.ts'
import { plural, t } from '../kit/words.ts'

const payableOf = (rows: readonly InventoryRow[]) =>
  rows.filter((row) => canCashBack(row) && !cashedBack.value.has(row.id))

/** The way to cash several items back. */
export function SelectButton({ rows }: { rows: readonly InventoryRow[] }) {
  const { length } = payableOf(rows)
  return <BeginButton wanted="cash-back" count={length} label={t('select.begin')} testId="select" />
}

/** While items are selected: what they pay together, and the way to cash them back. */
export function SelectBar({ rows }: { rows: readonly InventoryRow[] }) {
  const chosen = selection.value!
  const payable = payableOf(rows)
  const items = payable.filter((row) => chosen.has(row.id))
  const total = totalIn(items.map((row) => ({ minor: row.cashbackMinor ?? 0, currency: row.currency })))
  return (
    <section class="select-bar" aria-label={t('select.label')}>
      <p class="select-sum" role="status" data-testid="select-sum">
        {items.length === 0 ? t('select.none') : plural('select.sum', items.length, { amount: total })}
      </p>
      <SelectActions
        all={payable.map((row) => row.id)}
        allTestId="select-all"
        go={{
          label: t('select.cashBack'),
          testId: 'cash-back-many',
          isOff: items.length === 0,
          onClick: () => askMany(items),
        }}
      />
    </section>
  )
}
