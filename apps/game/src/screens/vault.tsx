import type { InventoryRow } from '@coffer/contract/shapes'
import { useEffect } from 'preact/hooks'
import { BeginButton } from '../parts/begin-button.tsx'
import { Empty } from '../parts/empty.tsx'
import { LoadFailure } from '../parts/failure.tsx'
import { Heading } from '../parts/heading.tsx'
import { HomeLink } from '../parts/home-link.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Segments } from '../parts/segments.tsx'
import { ParkedNotice } from '../parts/ship-dialog.tsx'
import { panelId, Tabs, tabId } from '../parts/tabs.tsx'
import { VaultItem } from '../parts/vault-item.tsx'
import { cashedBack } from '../state/credit.ts'
import { canShip, isShippingOn } from '../state/quote.ts'
import { hrefOf, land } from '../state/route.ts'
import { purpose, selection, stopSelecting } from '../state/selection.ts'
import { canStake } from '../state/stake.ts'
import { vaultList } from '../state/vault.ts'
import { inTab, kindsOf, VAULT_TABS, type VaultView, viewPath } from '../state/vault-view.ts'
import { money, t } from '../state/words.ts'
import { CollectionLine } from './collection-line.tsx'
import { BoxSkeletons } from './loading.tsx'
import { SelectBar, SelectButton } from './select-bar.tsx'
import { ShipBar } from './ship-bar.tsx'
import { StakeBar } from './stake-bar.tsx'

const NAME = 'vault'

export function VaultScreen({ view }: { view: VaultView }) {
  const show = (to: VaultView) => land({ screen: 'vault', view: to })
  return (
    <>
      <Head />
      <ParkedNotice />
      <Tabs
        label={t('vault.tabs')}
        name={NAME}
        tabs={VAULT_TABS.map((id) => ({ id, label: t(`vault.tab.${id}`) }))}
        chosen={view.tab}
        onChoose={(tab) => show(inTab(view, tab))}
      />
      <div role="tabpanel" id={panelId(NAME)} aria-labelledby={tabId(NAME, view.tab)}>
        <div class="vault-tools">
          <Kinds view={view} onChoose={show} />
          {view.tab === 'kept' && <Ways rows={vaultList(view).state.value.data?.rows ?? []} />}
        </div>
        <LastCashBack />
        <Listed key={viewPath(view)} view={view} onShow={show} />
      </div>
    </>
  )
}

function Head() {
  return (
    <>
      <div class="vault-head">
        <Heading>{t('vault.title')}</Heading>
        {isShippingOn() && (
          <a class="text-link" href={hrefOf({ screen: 'orders' })} data-testid="orders-link">
            {t('orders.link')}
          </a>
        )}
      </div>
      <p class="lead muted">{t('vault.lead')}</p>
    </>
  )
}

/** What can be done with several items. */
function Ways({ rows }: { rows: readonly InventoryRow[] }) {
  return (
    <div class="vault-ways">
      <SelectButton rows={rows} />
      <BeginButton wanted="ship" count={rows.filter(canShip).length} label={t('ship.begin')} testId="ship-several" />
      <BeginButton
        wanted="upgrade"
        count={rows.filter(canStake).length}
        label={t('upgrade.begin')}
        testId="upgrade-several"
      />
    </div>
  )
}

function Kinds({ view, onChoose }: { view: VaultView; onChoose: (to: VaultView) => void }) {
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{t('vault.filter')}</legend>
      <Segments
        name="vault-kind"
        values={kindsOf(view.tab)}
        chosen={view.kind}
        label={(kind) => t(`vault.kind.${kind}`)}
        choose={(kind) => onChoose({ tab: view.tab, kind })}
      />
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

function Listed({ view, onShow }: { view: VaultView; onShow: (to: VaultView) => void }) {
  const list = vaultList(view)
  const now = list.state.value
  useEffect(() => {
    void list.load()
    return stopSelecting
  }, [])
  const rows = now.data?.rows
  return (
    <>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={list.load} />}
      {!rows && now.is === 'loading' && <BoxSkeletons />}
      {rows?.length === 0 && <EmptyView view={view} onShow={onShow} />}
      {rows && rows.length > 0 && <Items rows={rows} view={view} isWhole={now.data?.next === null} />}
      <MoreButton list={list} label={t('vault.more')} />
    </>
  )
}

function Items({ rows, view, isWhole }: { rows: readonly InventoryRow[]; view: VaultView; isWhole: boolean }) {
  return (
    <>
      {view.kind === 'collectible' && isWhole && <CollectionLine rows={rows} />}
      {purpose.value === 'cash-back' && <SelectBar rows={rows} />}
      {purpose.value === 'ship' && <ShipBar rows={rows} />}
      {purpose.value === 'upgrade' && <StakeBar rows={rows} />}
      <ul class={selection.value ? 'item-grid is-selecting' : 'item-grid'}>
        {rows.map((item) => (
          <li key={item.id}>
            <VaultItem item={item} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Nothing here: what would stand here, and the one way on that makes sense. */
function EmptyView({ view: { tab, kind }, onShow }: { view: VaultView; onShow: (to: VaultView) => void }) {
  if (kind !== 'all') {
    return (
      <Empty title={t(`vault.empty.${kind}.title`)} text={t(`vault.empty.${kind}.text`)}>
        <button type="button" class="button" onClick={() => onShow({ tab, kind: 'all' })}>
          {t('vault.showAll')}
        </button>
      </Empty>
    )
  }
  return (
    <Empty title={t(`vault.empty.${tab}.title`)} text={t(`vault.empty.${tab}.text`)}>
      {tab === 'kept' && <HomeLink />}
    </Empty>
  )
}
