import type { ValueFilePreview } from '@coffer/contract/admin'
import { countOf } from '../text/numbers.ts'

type Counts = Pick<ValueFilePreview, 'rowsCount' | 'unchangedCount' | 'setCount' | 'heldCount'>

/** The changes of a file in numbers. */
export function summaryText({ rowsCount, unchangedCount, setCount, heldCount }: Counts): string {
  if (rowsCount === 0) return 'The file has no values.'
  if (setCount === 0 && heldCount === 0) {
    return 'The file changes nothing: each of its values is in force already.'
  }
  return sentences([
    [setCount, { one: 'item gets a new value', many: 'items get a new value' }],
    [heldCount, { one: 'item needs approval', many: 'items need approval' }],
    [unchangedCount, { one: 'row states no new value', many: 'rows state no new value' }],
  ])
}

/** The values that wait for another person. `isPartial`: other values of the file are set immediately. */
export function heldText(heldCount: number, isPartial: boolean): string {
  const rise = { one: 'item rises', many: 'items rise' }
  const values = `The ${heldCount === 1 ? 'value' : 'values'} of ${countOf(heldCount, rise)} too far for one person.`
  const wait = `${heldCount === 1 ? 'It waits' : 'They wait'} for another person`
  const rest = `, and ${heldCount === 1 ? 'is' : 'are'} not part of the effects below`
  return `${values} ${wait}${isPartial ? rest : ''}.`
}

/** The label of the button that sets the values. */
export function submitText({ setCount, heldCount }: Pick<Counts, 'setCount' | 'heldCount'>): string {
  const set = `Set ${countOf(setCount, { one: 'value', many: 'values' })}`
  const approvals = countOf(heldCount, { one: 'approval', many: 'approvals' })
  if (heldCount === 0) return set
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
