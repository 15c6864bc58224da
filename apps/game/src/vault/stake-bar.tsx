import type { InventoryRow } from '@coffer/contract/shapes'
import { canStake, MOST_STAKED, stakeThese } from '../item-actions/stake.ts'
import { SelectActions } from '../items/select-buttons.tsx'
import { selection } from '../items/selection.ts'
import { plural, t } from '../kit/words.ts'

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
