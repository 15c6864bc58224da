import { sumMinor } from '@coffer/contract/money'
import type { InventoryRow } from '@coffer/contract/shapes'
import { ValueChange } from '../parts/value-change.tsx'
import { money, plural, t } from '../state/words.ts'

/** What the collectibles listed below are worth together. Shown only when the list is whole, and of one currency. */
export function CollectionLine({ rows }: { rows: readonly InventoryRow[] }) {
  const currency = rows[0]!.currency
  if (rows.some((row) => row.currency !== currency || row.wonValueMinor === undefined)) return null
  const nowMinor = sumMinor(rows.map((row) => row.valueMinor))
  const wonMinor = sumMinor(rows.map((row) => row.wonValueMinor ?? 0))
  return (
    <dl class="collection-line" data-testid="collection-line">
      <div>
        <dt>{plural('vault.sum', rows.length)}</dt>
        <dd class="collection-now">{money(nowMinor, currency)}</dd>
      </div>
      <div>
        <dt>{t('cashback.then')}</dt>
        <dd>{money(wonMinor, currency)}</dd>
      </div>
      <div>
        <dt>{t('cashback.change')}</dt>
        <dd>
          <ValueChange wonMinor={wonMinor} nowMinor={nowMinor} />
        </dd>
      </div>
    </dl>
  )
}
