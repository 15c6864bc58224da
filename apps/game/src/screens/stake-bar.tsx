import type { InventoryRow } from '@coffer/contract/shapes'
import { SelectActions } from '../parts/select-actions.tsx'
import { selection } from '../state/selection.ts'
import { canStake, MOST_STAKED, stakeThese } from '../state/stake.ts'
import { plural, t } from '../state/words.ts'

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
