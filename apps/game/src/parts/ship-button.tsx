import type { InventoryRow } from '@coffer/contract/shapes'
import { canShip } from '../state/quote.ts'
import { askShipment } from '../state/shipment.ts'
import { t } from '../state/words.ts'

/** The way to have one item sent. */
export function ShipButton({ item }: { item: InventoryRow }) {
  if (!canShip(item)) return null
  return (
    <button type="button" class="button" data-testid="ship" onClick={() => askShipment([item])}>
      {t('ship.one')}
      <span class="visually-hidden">: {item.name}</span>
    </button>
  )
}
