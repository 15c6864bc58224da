import { useCallback, useRef, useState } from 'react'
import { typedAmount } from '../text/amounts.ts'
import { countOf, money, percent } from '../text/numbers.ts'
import { copiedPrizes } from './copied-prizes.ts'
import { normalise, priceFor, solveChances, type ToolResult } from './draft-tools.ts'
import type { EditDraft } from './use-row-edits.ts'
import { type DraftRow, draftRtpBps, type RtpBounds, type VersionDraft } from './version-draft.ts'

/** Where the result of a tool is shown. */
type Place = 'prizes' | 'target' | 'target-field' | 'undo'

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
  const use = (place: Place, { draft: changed, fault }: ToolResult, textOf: (changed: VersionDraft) => string) => {
    if (fault !== undefined) return fail(place, fault)
    edit(() => changed)
    show(place, textOf(changed))
  }
  const rtpText = (at: number | null, { rows }: VersionDraft) => percent(draftRtpBps(rows, at) ?? 0)
  return {
    ...{ outcome, edit, clear, fail },
    undo: () => {
      onUndo()
      show('undo', 'Undone.')
    },
    paste: (rows: readonly DraftRow[]) => {
      edit((before) => ({ ...before, rows }))
      show('prizes', `${countOf(rows.length, { one: 'prize', many: 'prizes' })} pasted.`)
    },
    copy: async () => {
      try {
        await navigator.clipboard.writeText(copiedPrizes(draft.rows, draft.chanceUnit))
        show('prizes', 'Prizes copied.')
      } catch {
        fail('prizes', 'The browser did not allow copying.')
      }
    },
    normalise: () => use('prizes', normalise(draft), () => 'Chances normalised.'),
    setChances: (bps: number) =>
      use(
        'target',
        solveChances(draft, priceMinor, bps, bounds),
        (changed) => `Chances set for an RTP of ${rtpText(priceMinor, changed)}.`,
      ),
    setPrice: (bps: number) => {
      const { priceMinor: found, fault } = priceFor(draft.rows, bps, currency)
      if (fault !== undefined) return fail('target', fault)
      const price = typedAmount(found, currency)
      edit((before) => (before.price === price ? before : { ...before, price }))
      show('target', `Price set to ${money(found, currency)} for an RTP of ${rtpText(found, draft)}.`)
    },
  }
}

export type DraftTools = ReturnType<typeof useDraftTools>
