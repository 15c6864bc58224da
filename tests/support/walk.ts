import assert from 'node:assert/strict'
import type { CursorPair } from '@coffer/contract/shapes'

export type Page<Row> = { rows: Row[]; cursor: CursorPair }

/**
 * Walks a list from its first page to its end by `next`, and back by `prev`: each way must show the same pages, the first
 * without `prev` and the last without `next`. `between` runs after the first page.
 */
export async function walkBothWays<Row>(
  read: (query: string) => Promise<Page<Row>>,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<Row[][]> {
  const pages = [await read(`limit=${limit}`)]
  assert.equal(pages[0]!.cursor.prev, null, 'nothing is before the first page')
  await between()
  for (let last = pages[0]!; last.cursor.next !== null; last = pages.at(-1)!) {
    pages.push(await read(`limit=${limit}&cursor=${last.cursor.next}`))
    assert.ok(pages.length < 100, 'a list has an end')
  }
  const back = [pages.at(-1)!]
  for (let last = back[0]!; last.cursor.prev !== null && back.length < pages.length; last = back[0]!) {
    back.unshift(await read(`limit=${limit}&cursor=${last.cursor.prev}`))
  }
  const rowsOf = (list: Page<Row>[]) => list.map(({ rows }) => rows)
  assert.deepEqual(rowsOf(back), rowsOf(pages), 'back is what forth was')
  return rowsOf(pages)
}
