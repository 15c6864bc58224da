import { sumMinor } from '@coffer/contract/money'
import type { InventoryRow } from '@coffer/contract/shapes'
import { useEffect } from 'preact/hooks'
import { cashedBack } from '../cashback/credit.ts'
import { canStake } from '../item-actions/stake.ts'
import { BeginButton } from '../items/select-buttons.tsx'
import { purpose, selection, stopSelecting } from '../items/selection.ts'
import { vaultList } from '../items/vault-lists.ts'
import { BoxSkeletons } from '../kit/box-skeletons.tsx'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { hrefOf, land } from '../kit/route.ts'
import { Segments } from '../kit/segments.tsx'
import { ValueChange } from '../kit/value-change.tsx'
import { inTab, kindsOf, VAULT_TABS, type VaultView, viewPath } from '../kit/vault-view.ts'
import { money, plural, t } from '../kit/words.ts'
import { HomeLink } from '../session/home-link.tsx'
import { canShip, isShippingOn } from '../shipping/quote.ts'
import { ParkedNotice } from '../shipping/ship-dialog.tsx'
import { SelectBar, SelectButton, ShipBar, StakeBar } from './select-bars.tsx'
import { panelId, Tabs, tabId } from './tabs.tsx'
import { VaultItem } from './vault-item.tsx'

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

/** What the collectibles listed below are worth together. Shown only when the list is whole, and of one currency. */
function CollectionLine({ rows }: { rows: readonly InventoryRow[] }) {
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
