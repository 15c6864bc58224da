import { useCallback, useRef, useState } from 'react'
import { typedAmount } from '../text/amounts.ts'
import { countOf, money, percent } from '../text/numbers.ts'
import { copiedPrizes } from './copied-prizes.ts'
import type { EditDraft } from './draft-history.ts'
import { normalise, priceFor, solveChances, type ToolResult } from './draft-tools.ts'
import { chanceId } from './use-row-edits.ts'
import { compareRtp, type DraftRow, draftRtpBps, type RtpBounds, type VersionDraft } from './version-draft.ts'

/** Where the result of a tool is shown. */
type Place = 'prizes' | 'target' | 'target-field'

/** The result of the tool that was used last. `id`: differs between results. */
export type ToolOutcome = {
  readonly id: number
  readonly place: Place
  readonly text: string
  readonly isFault: boolean
}

type Options = {
  draft: VersionDraft
  /** Null while the draft has no price. */
  priceMinor: number | null
  bounds: RtpBounds
  currency: string
  onEdit: EditDraft
  onUndo: () => void
}

/** The tools that change a draft, and the result of the last one. It is gone after the next edit. */
export function useDraftTools({ draft, priceMinor, bounds, currency, onEdit, onUndo }: Options) {
  const [outcome, setOutcome] = useState<ToolOutcome | null>(null)
  const lastId = useRef(0)
  const clear = useCallback(() => setOutcome(null), [])
  const edit = useCallback<EditDraft>(
    (change, field) => {
      clear()
      onEdit(change, field)
    },
    [clear, onEdit],
  )
  const show = (place: Place, text: string, isFault = false) => {
    lastId.current += 1
    setOutcome({ id: lastId.current, place, text, isFault })
  }
  const fail = (place: Place, fault: string) => show(place, fault, true)
  const failAt = (place: Place, fault: string, itemId: number | undefined) => {
    fail(place, fault)
    if (itemId !== undefined) document.getElementById(chanceId(itemId))?.focus()
  }
  const apply = (place: Place, result: ToolResult, textOf: (changed: VersionDraft) => string) => {
    const { draft: changed, fault } = result
    if (fault !== undefined) return failAt(place, fault, result.itemId)
    edit(() => changed)
    show(place, textOf(changed))
  }
  const rtpAt = (price: number, { rows }: VersionDraft) => percent(draftRtpBps(rows, price))
  return {
    ...{ outcome, edit, clear, fail },
    undo: () => {
      onUndo()
      show('prizes', 'Undone.')
    },
    paste: (rows: readonly DraftRow[]) => {
      edit((before) => ({ ...before, rows }))
      show('prizes', `${countOf(rows.length, { one: 'prize', many: 'prizes' })} pasted.`)
    },
    copy: async () => {
      try {
        await navigator.clipboard.writeText(copiedPrizes(draft.rows, draft.chanceFormat))
        show('prizes', 'Prizes copied.')
      } catch {
        fail('prizes', 'The browser did not allow copying.')
      }
    },
    normalise: () =>
      apply('prizes', normalise(draft), (changed) =>
        changed === draft ? 'The chances sum to 100% already.' : 'Chances scaled to 100%.',
      ),
    setChances: (bps: number) => {
      if (priceMinor === null) return fail('target', 'Enter a price first.')
      const result = solveChances(draft, priceMinor, bps, bounds)
      apply('target', result, (changed) => chancesText(changed, priceMinor, bps))
    },
    setPrice: (bps: number) => {
      const result = priceFor(draft.rows, bps, bounds, currency)
      const { priceMinor: found, fault } = result
      if (fault !== undefined) return failAt('target', fault, result.itemId)
      const price = typedAmount(found, currency)
      edit((before) => (before.price === price ? before : { ...before, price }))
      show('target', `Price set to ${money(found, currency)} for an RTP of ${rtpAt(found, draft)}.`)
    },
  }
}

export type DraftTools = ReturnType<typeof useDraftTools>

/** What was set. Whole units may miss the highest allowed RTP, which is then not exceeded. */
function chancesText({ rows }: VersionDraft, priceMinor: number, targetBps: number): string {
  if (compareRtp(rows, priceMinor, targetBps) < 0) return `Chances set for an RTP just below ${percent(targetBps)}.`
  return `Chances set for an RTP of ${percent(draftRtpBps(rows, priceMinor))}.`
}
