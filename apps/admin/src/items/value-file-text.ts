import type { ValueFilePreview } from '@coffer/contract/admin'
import { count, countOf } from '../text/numbers.ts'

type Counts = Pick<ValueFilePreview, 'rowsCount' | 'unchangedCount' | 'setCount' | 'heldCount' | 'waitingCount'>

/** True when setting the values of a file would change something. */
export function changesSomething({ setCount, heldCount, waitingCount }: Counts): boolean {
  return setCount > 0 || heldCount > waitingCount
}

/** The changes of a file in numbers. */
export function summaryText(counts: Counts): string {
  const { rowsCount, unchangedCount, setCount, heldCount, waitingCount } = counts
  if (rowsCount === 0) return 'The file has no values.'
  const waiting: Part = [
    waitingCount,
    { one: 'item waits for approval already', many: 'items wait for approval already' },
  ]
  if (!changesSomething(counts)) return `The file changes nothing. ${sentences([waiting])}`.trim()
  return sentences([
    [setCount, { one: 'item gets a new value', many: 'items get a new value' }],
    [heldCount - waitingCount, { one: 'item needs approval', many: 'items need approval' }],
    waiting,
    [unchangedCount, { one: 'row changes nothing', many: 'rows change nothing' }],
  ])
}

/** The values that need approval. `isPartial`: other values of the file are set immediately. */
export function heldText(heldCount: number, isPartial: boolean): string {
  const values =
    heldCount === 1
      ? 'The new value of 1 item is above the largest that one person can set. It waits up to 72 hours for approval by another person'
      : `The new values of ${count(heldCount)} items are above the largest that one person can set. They wait up to 72 hours for approval by another person`
  const rest = `, and ${heldCount === 1 ? 'is' : 'are'} not included in the effects below`
  return `${values}${isPartial ? rest : ''}.`
}

/** The label of the button that sets the values. */
export function submitText({ setCount, heldCount, waitingCount }: Counts): string {
  const set = `Set ${countOf(setCount, { one: 'value', many: 'values' })}`
  const newCount = heldCount - waitingCount
  const approvals = countOf(newCount, { one: 'approval', many: 'approvals' })
  if (newCount === 0) return set
  return setCount === 0 ? `Ask for ${approvals}` : `${set} and ask for ${approvals}`
}

/** The result of setting the values of a file. */
export function resultText({ setCount, heldCount }: Pick<Counts, 'setCount' | 'heldCount'>): string {
  const text = sentences([
    [setCount, { one: 'value set', many: 'values set' }],
    [
      heldCount,
      { one: 'value waits for approval by another person', many: 'values wait for approval by another person' },
    ],
  ])
  return text === '' ? 'No value was changed.' : text
}

type Part = readonly [number, { readonly one: string; readonly many: string }]

/** One sentence for each number that is not 0. */
function sentences(parts: readonly Part[]): string {
  return parts.flatMap(([value, noun]) => (value === 0 ? [] : [`${countOf(value, noun)}.`])).join(' ')
}
