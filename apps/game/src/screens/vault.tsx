import type { InventoryRow } from '@coffer/contract/shapes'
import { useEffect } from 'preact/hooks'
import { Art } from '../parts/art.tsx'
import { CashBackButton } from '../parts/cash-back-button.tsx'
import { Empty } from '../parts/empty.tsx'
import { LoadFailure } from '../parts/failure.tsx'
import { Heading } from '../parts/heading.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { cashedBack } from '../state/cash-back.ts'
import { hrefOf } from '../state/route.ts'
import { showInVault, type VaultFilter, vault, vaultFilter } from '../state/vault.ts'
import { day, money, t } from '../state/words.ts'
import { BoxSkeletons } from './loading.tsx'

const FILTERS: readonly VaultFilter[] = ['unresolved', 'all']

export function VaultScreen() {
  const now = vault.state.value
  useEffect(() => {
    void vault.load()
  }, [])
  return (
    <>
      <Heading>{t('vault.title')}</Heading>
      <p class="lead muted">{t('vault.lead')}</p>
      <Filters />
      <LastCashBack />
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={vault.load} />}
      {now.data ? <Items rows={now.data.rows} /> : now.is === 'loading' && <BoxSkeletons />}
      <MoreButton list={vault} label={t('vault.more')} />
    </>
  )
}

function Filters() {
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{t('vault.filter')}</legend>
      <div class="segments">
        {FILTERS.map((filter) => (
          <label key={filter} class="segment">
            <input
              type="radio"
              name="vault-filter"
              checked={vaultFilter.value === filter}
              onChange={() => showInVault(filter)}
            />
            <span>{t(`vault.filter.${filter}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The item leaves the list when it is cashed back, so the list says what it brought. */
function LastCashBack() {
  const last = [...cashedBack.value.values()].at(-1)
  return (
    <p class="cashed" role="status" data-testid="cashed-back">
      {last && `${last.name}: ${t('cashback.done', { amount: money(last.cashbackMinor, last.currency) })}`}
    </p>
  )
}

function Items({ rows }: { rows: readonly InventoryRow[] }) {
  if (rows.length === 0) return <EmptyVault />
  return (
    <ul class="item-grid">
      {rows.map((item) => (
        <li key={item.id}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  )
}

function EmptyVault() {
  const isFirst = cashedBack.value.size === 0
  return (
    <Empty title={t('vault.empty.title')} text={t(isFirst ? 'vault.empty.text' : 'vault.empty.undecided')}>
      <a class="button primary" href={hrefOf({ screen: 'lobby' })}>
        {t('vault.empty.action')}
      </a>
    </Empty>
  )
}

function Item({ item }: { item: InventoryRow }) {
  const isOpen = item.state === 'unresolved'
  return (
    <article
      class={isOpen ? 'item' : 'item is-done'}
      data-testid="vault-item"
      data-item-id={item.id}
      data-state={item.state}
    >
      <div class="vitrine">
        <Art src={item.imageUrl} lazy />
        <span class={`chip state-${item.state}`}>{t(`state.${item.state}`)}</span>
      </div>
      <h2 class="item-name">{item.name}</h2>
      <p class="item-value">{money(item.valueMinor, item.currency)}</p>
      <ValueChange item={item} />
      <p class="item-date">
        {isOpen && item.expiresAt
          ? t('vault.expires', { date: day(item.expiresAt) })
          : t('vault.wonAt', { date: day(item.createdAt) })}
      </p>
      <CashBackButton item={item} />
    </article>
  )
}

/** A collectible's value moves: by how much since it was won. */
function ValueChange({ item }: { item: InventoryRow }) {
  const changeMinor = item.wonValueMinor === undefined ? 0 : item.valueMinor - item.wonValueMinor
  if (changeMinor === 0) return null
  const amount = money(Math.abs(changeMinor), item.currency)
  return <p class="item-change">{t(changeMinor > 0 ? 'vault.change.up' : 'vault.change.down', { amount })}</p>
}
