import type { ShippingQuote } from '@coffer/contract/shipping'
import { money, t } from '../kit/words.ts'

/** How far these items reach toward what the casino ships from; nothing where it ships from anything. */
export function ShipMeter({ quote: { itemsValueTotalMinor, minimumMinor, currency } }: { quote: ShippingQuote }) {
  if (minimumMinor === 0) return null
  const isReached = itemsValueTotalMinor >= minimumMinor
  const reachedMinor = Math.min(itemsValueTotalMinor, minimumMinor)
  const minimum = money(minimumMinor, currency)
  return (
    <div class={isReached ? 'meter is-reached' : 'meter'} data-testid="ship-meter">
      <meter
        class="visually-hidden"
        aria-label={t('ship.meter')}
        min={0}
        max={minimumMinor}
        value={reachedMinor}
        aria-valuetext={t('ship.meter.of', { worth: money(itemsValueTotalMinor, currency), minimum })}
      />
      <div class="meter-bar" aria-hidden="true">
        <span style={{ flexGrow: reachedMinor }} />
        <span style={{ flexGrow: minimumMinor - reachedMinor }} />
      </div>
      <p class="meter-words">
        {isReached
          ? t('ship.meter.reached', { minimum })
          : t('ship.meter.missing', { minimum, missing: money(minimumMinor - itemsValueTotalMinor, currency) })}
      </p>
    </div>
  )
}

/** What shipping takes from the balance, in the player's currency. */
export const feeWords = ({ fee }: Pick<ShippingQuote, 'fee'>) =>
  fee ? money(fee.amountMinor, fee.currency) : t('ship.free')
