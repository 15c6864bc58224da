import type { InventoryRow } from '@coffer/contract/shapes'
import { useEffect } from 'preact/hooks'
import { askMany } from '../cashback/cash-back-many.ts'
import { totalIn } from '../cashback/cash-back-many-dialog.tsx'
import { cashedBack } from '../cashback/credit.ts'
import { canCashBack } from '../cashback/offer.ts'
import { canStake, MOST_STAKED, stakeThese } from '../item-actions/stake.ts'
import { BeginButton, SelectActions } from '../items/select-buttons.tsx'
import { selection } from '../items/selection.ts'
import { LoadFailure } from '../kit/failure.tsx'
import { money, plural, t } from '../kit/words.ts'
import { current } from '../session/session.ts'
import { askQuote, canShip, MOST_ITEMS, quote, quoteOf } from '../shipping/quote.ts'
import { feeWords, ShipMeter } from '../shipping/ship-meter.tsx'
import { askShipment } from '../shipping/shipment.ts'

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

/** While items to be sent are selected: what they are worth, how far that reaches, what shipping costs, and the way on. */
export function ShipBar({ rows }: { rows: readonly InventoryRow[] }) {
  const shippable = rows.filter(canShip)
  const items = shippable.filter((row) => selection.value!.has(row.id))
  const ids = items.map(({ id }) => id)
  const { currency } = current()
  useEffect(() => askQuote(ids), [ids.join(), currency])
  const all = shippable.slice(0, MOST_ITEMS).map(({ id }) => id)
  return (
    <section class="select-bar is-shipping" aria-label={t('ship.label')}>
      <ShipSummary items={items} />
      <SelectActions
        all={all}
        allTestId="ship-all"
        go={{
          label: t('ship.review'),
          testId: 'ship-chosen',
          isOff: !quoteOf(ids)?.canBeOrdered,
          onClick: () => askShipment(items),
        }}
      />
    </section>
  )
}

function ShipSummary({ items }: { items: readonly InventoryRow[] }) {
  const ids = items.map(({ id }) => id)
  const now = quote.state.value
  const known = quoteOf(ids)
  if (ids.length > 0 && now.is === 'failed') return <LoadFailure failure={now.failure} retry={() => askQuote(ids)} />
  const left = known?.items.filter(({ shippable }) => !shippable) ?? []
  return (
    <div class="ship-summary">
      <p class="select-sum" role="status" data-testid="ship-sum">
        {ids.length === 0 ? t('ship.none') : known ? sumWords(ids.length, known) : t('ship.asking')}
      </p>
      {ids.length >= MOST_ITEMS && <p class="hint">{t('ship.most', { max: MOST_ITEMS })}</p>}
      {known && <ShipMeter quote={known} />}
      {left.map(({ inventoryItemId, reason }) => (
        <p key={inventoryItemId} class="hint is-bad" data-testid="cannot-go">
          {items.find(({ id }) => id === inventoryItemId)?.name}: {reason && t(`ship.reason.${reason}`)}
        </p>
      ))}
      {known && (
        <p class="ship-cost" data-testid="bar-fee">
          {t('ship.fee')} <strong>{feeWords(known)}</strong>
        </p>
      )}
    </div>
  )
}

function sumWords(count: number, known: NonNullable<ReturnType<typeof quoteOf>>): string {
  return plural('ship.sum', count, { amount: money(known.itemsValueTotalMinor, known.currency) })
}

/** While items to be staked are selected: how many, and the way to the Upgrader with them. */
export function StakeBar({ rows }: { rows: readonly InventoryRow[] }) {
  const able = rows.filter(canStake)
  const items = able.filter(({ id }) => selection.value!.has(id))
  return (
    <section class="select-bar" aria-label={t('upgrade.items')}>
      <div>
        <p class="select-sum" role="status" data-testid="stake-count">
          {items.length === 0 ? t('upgrade.bar.none') : plural('upgrade.bar.sum', items.length)}
        </p>
        {items.length >= MOST_STAKED && <p class="hint">{t('upgrade.most', { max: MOST_STAKED })}</p>}
      </div>
      <SelectActions
        all={able.slice(0, MOST_STAKED).map(({ id }) => id)}
        allTestId="stake-all"
        go={{
          label: t('upgrade.go'),
          testId: 'stake-chosen',
          isOff: items.length === 0,
          onClick: () => stakeThese(items),
        }}
      />
    </section>
  )
}
