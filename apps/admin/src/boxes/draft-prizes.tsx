import { PRIZES_PER_BOX } from '@coffer/contract/limits'
import { Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { Section } from '../ui/section.tsx'
import type { DraftState } from './draft-state.ts'
import { DraftTable } from './draft-table.tsx'
import { PrizeSearch } from './prize-search.tsx'
import { PrizeTools } from './prize-tools.tsx'
import type { DraftTools } from './use-draft-tools.ts'
import { SEARCH_ID, useRowEdits } from './use-row-edits.ts'
import { type DraftRow, rowOf, type VersionDraft } from './version-draft.ts'

type Props = {
  draft: VersionDraft
  state: DraftState
  currency: string
  operator: string | null
  isBusy: boolean
  tools: DraftTools
  /** Faults of chances, by the ID of the item. */
  faults: ReadonlyMap<number, string>
  /** Called with the ID of an item before it is added. */
  onAdd: (itemId: number) => void
  /** Called when the viewer wants to paste a list of prizes. */
  onPaste: () => void
}

/** The prizes of a draft, with the tools that change them. */
export function DraftPrizes(props: Props) {
  const { draft, state, currency, operator, isBusy, tools, faults, onAdd, onPaste } = props
  const { rows } = draft
  const { priceMinor, sum } = state
  const { movedId, edits } = useRowEdits(rows, tools.edit)
  return (
    <Section title="Prizes">
      {rows.length === 0 && <Text>No prizes yet. Add the first one below.</Text>}
      <PrizeTools {...{ draft, isBusy, tools, onPaste }} />
      {rows.length > 0 && <DraftTable {...{ draft, priceMinor, sum, currency, operator, isBusy, faults, edits }} />}
      <Text className="visually-hidden" role="status">
        {placeText(rows, movedId)}
      </Text>
      {rows.length < PRIZES_PER_BOX ? (
        <PrizeSearch
          id={SEARCH_ID}
          {...{ rows, operator, isBusy }}
          onAdd={(item) => {
            onAdd(item.itemId)
            edits.add(rowOf(item))
          }}
        />
      ) : (
        <Text>A box has at most {count(PRIZES_PER_BOX)} prizes.</Text>
      )}
    </Section>
  )
}

/** The place of the row that was moved last, for screen readers. */
function placeText(rows: readonly DraftRow[], movedId: number | null): string {
  const at = rows.findIndex(({ itemId }) => itemId === movedId)
  return at < 0 ? '' : `${rows[at]?.name} is prize ${count(at + 1)} of ${count(rows.length)}.`
}
