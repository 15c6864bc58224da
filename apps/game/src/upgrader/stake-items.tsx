import type { InventoryRow } from '@coffer/contract/shapes'
import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { useEffect } from 'preact/hooks'
import { isStakable, MOST_STAKED, picked, togglePick } from '../item-actions/stake.ts'
import { readUpgraderConfig } from '../item-actions/upgrader-config.ts'
import { Art } from '../kit/art.tsx'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { money, plural, t } from '../kit/words.ts'
import { current } from '../session/session.ts'
import { isWithin, listed } from './choice.ts'
import { type Stakable, stakable } from './stakable.ts'

/** The items of the vault that can be staked, each with what it counts for. */
export function StakeItems({ offer }: { offer: UpgraderConfig }) {
  const { currency } = current()
  useEffect(() => void stakable.load(), [currency])
  const now = stakable.state.value
  const rows = now.data && withPicked(now.data.rows)
  return (
    <>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={retry} />}
      {!rows && now.is === 'loading' && <div class="skeleton line is-title" aria-busy="true" />}
      {rows?.length === 0 && <Empty title={t('upgrade.items.empty.title')} text={t('upgrade.items.empty.text')} />}
      {rows && rows.length > 0 && <Picker rows={rows} />}
      <MoreButton list={stakable} label={t('upgrade.items.more')} />
      {rows && rows.length > 0 && <Sum offer={offer} />}
    </>
  )
}

/** What is offered may have changed, and the items are asked about at a chance that is. */
async function retry(): Promise<void> {
  await readUpgraderConfig()
  await stakable.load()
}

/** What was picked elsewhere stands first, though it may not be among those that are read so far. */
function withPicked(rows: readonly Stakable[]): readonly Stakable[] {
  const known = new Set(rows.map(({ item }) => item.id))
  const others = [...picked.value.values()].filter(({ id }) => !known.has(id))
  return [...others.map((item) => ({ item, counts: countedNow(item) })), ...rows.filter(({ item }) => isStakable(item))]
}

const countedNow = ({ id }: InventoryRow) =>
  listed.value?.stake?.items.find(({ inventoryItemId }) => inventoryItemId === id) ?? null

function Picker({ rows }: { rows: readonly Stakable[] }) {
  return (
    <fieldset class="scroll-box">
      <legend class="visually-hidden">{t('upgrade.items')}</legend>
      <ul class="stake-items">
        {rows.map((row) => (
          <li key={row.item.id}>
            <Choice row={row} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Choice({ row: { item, counts } }: { row: Stakable }) {
  const isOn = picked.value.has(item.id)
  const isOff = !isOn && (counts === null || picked.value.size >= MOST_STAKED)
  return (
    <label
      class={`stake-item ${isOn ? 'is-on' : ''} ${isOff ? 'is-off' : ''}`}
      data-testid="stake-item"
      data-item-id={item.id}
    >
      <input type="checkbox" checked={isOn} disabled={isOff} onChange={() => togglePick(item)} />
      <span class="thumb">
        <Art src={item.imageUrl} lazy />
      </span>
      <span class="stake-words">
        <span class="stake-name">{item.name}</span>
        <span class="stake-counts">
          {counts
            ? t('upgrade.items.counts', { amount: money(counts.valueMinor, counts.currency) })
            : t(isOn ? 'upgrade.items.worth' : 'upgrade.items.gone', { amount: money(item.valueMinor, item.currency) })}
        </span>
      </span>
    </label>
  )
}

/** What the chosen items count for together, as the service says; never added up here. */
function Sum({ offer }: { offer: UpgraderConfig }) {
  const count = picked.value.size
  const stake = listed.value?.stake
  return (
    <div>
      <p class="stake-sum" role="status" data-testid="stake-sum">
        {count === 0
          ? t('upgrade.items.none', { max: MOST_STAKED })
          : stake
            ? plural('upgrade.items.sum', count, { amount: money(stake.totalMinor, stake.currency) })
            : plural('upgrade.items.asking', count)}
      </p>
      {stake && count > 0 && !isWithin(stake.totalMinor, offer) ? (
        <p class="hint is-bad" data-testid="stake-range">
          {t('upgrade.items.range', {
            amount: money(stake.totalMinor, stake.currency),
            min: money(offer.minWagerMinor, offer.currency),
            max: money(offer.maxWagerMinor, offer.currency),
          })}
        </p>
      ) : (
        <p class="hint">{t('upgrade.items.why')}</p>
      )}
    </div>
  )
}
