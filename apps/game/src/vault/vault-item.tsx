import type { InventoryRow } from '@coffer/contract/shapes'
import { CashBackButton } from '../cashback/cash-back-button.tsx'
import { cashedBack } from '../cashback/credit.ts'
import { canCashBack } from '../cashback/offer.ts'
import { hostCan, postToHost } from '../host/host.ts'
import { canStake, MOST_STAKED } from '../item-actions/stake.ts'
import { UpgradeButton } from '../item-actions/what-next.tsx'
import { type Purpose, purpose, selection, toggle } from '../items/selection.ts'
import { Art } from '../kit/art.tsx'
import { ValueChange } from '../kit/value-change.tsx'
import { day, money, t } from '../kit/words.ts'
import { canShip, MOST_ITEMS } from '../shipping/quote.ts'
import { ShipButton } from '../shipping/ship-button.tsx'

/** A thing in its pane: what it is worth, its state, and what can be done with it. */
export function VaultItem({ item }: { item: InventoryRow }) {
  const isKept = item.state === 'unresolved'
  const isChosen = selection.value?.has(item.id)
  return (
    <article
      class={`item ${isKept ? '' : 'is-done'} ${isChosen ? 'is-chosen' : ''}`}
      data-testid="vault-item"
      data-item-id={item.id}
      data-state={item.state}
    >
      <div class="vitrine">
        <Art src={item.imageUrl} lazy />
        {isKept ? (
          item.isCollectible && <span class="chip">{t('vault.collectible')}</span>
        ) : (
          <span class={`chip state-${item.state}`}>{t(`state.${item.state}`)}</span>
        )}
      </div>
      <h2 class="item-name">{item.name}</h2>
      <p class="item-value">
        <span>{money(item.valueMinor, item.currency)}</span>
        {item.wonValueMinor !== undefined && <ValueChange wonMinor={item.wonValueMinor} nowMinor={item.valueMinor} />}
      </p>
      <Since item={item} />
      {selection.value ? <Choice item={item} /> : <Actions item={item} />}
    </article>
  )
}

/** When it was won, what for a collectible it was worth then, and when it has to be decided. */
function Since({ item }: { item: InventoryRow }) {
  const date = day(item.createdAt)
  const amount = item.wonValueMinor === undefined ? null : money(item.wonValueMinor, item.currency)
  return (
    <div class="item-since">
      <p>{amount === null ? t('vault.wonAt', { date }) : t('vault.wonFor', { date, amount })}</p>
      {item.isCollectible && item.currentValueMinor === null && <p>{t('vault.lastValue')}</p>}
      {item.state === 'unresolved' && item.expiresAt && <p>{t('vault.expires', { date: day(item.expiresAt) })}</p>}
    </div>
  )
}

function Actions({ item }: { item: InventoryRow }) {
  return (
    <div class="item-actions">
      <CashBackButton item={item} />
      <ShipButton item={item} />
      <UpgradeButton item={item} />
      {item.isCollectible && hostCan.value.includes('collection') && (
        <button
          type="button"
          class="button quiet"
          data-testid="price-history"
          onClick={() => postToHost('navigate', { to: 'collection', inventoryItemId: item.id })}
        >
          {t('vault.history')}
          <span class="visually-hidden">: {item.name}</span>
        </button>
      )}
    </div>
  )
}

/** For each purpose: which items can be chosen, how many at most, and what is said of them. */
const CHOICES = {
  'cash-back': {
    canBe: (item: InventoryRow) => canCashBack(item) && !cashedBack.value.has(item.id),
    most: Number.POSITIVE_INFINITY,
    mark: (item: InventoryRow) => money(item.cashbackMinor ?? 0, item.currency),
    cannot: 'select.paysNothing',
  },
  ship: { canBe: canShip, most: MOST_ITEMS, mark: () => t('ship.mark'), cannot: 'ship.cannot' },
  upgrade: { canBe: canStake, most: MOST_STAKED, mark: () => t('upgrade.mark'), cannot: 'upgrade.cannot' },
} as const satisfies Record<Purpose, object>

function Choice({ item }: { item: InventoryRow }) {
  const { canBe, most, mark, cannot } = CHOICES[purpose.value!]
  const chosen = selection.value!
  const isOn = chosen.has(item.id)
  if (!canBe(item)) return <p class="item-since">{t(cannot)}</p>
  return (
    <label class="toggle item-choice">
      <input type="checkbox" checked={isOn} disabled={!isOn && chosen.size >= most} onChange={() => toggle(item.id)} />
      <span>
        {mark(item)}
        <span class="visually-hidden"> {item.name}</span>
      </span>
    </label>
  )
}
