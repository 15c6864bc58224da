import type { InventoryRow } from '@coffer/contract/shapes'
import { t } from '../kit/words.ts'
import { canShip } from './quote.ts'
import { askShipment } from './shipment.ts'

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
