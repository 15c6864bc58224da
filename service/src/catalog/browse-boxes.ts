import type { BackendBoxRow, CursorPair } from '@coffer/contract/shapes'
import { invalidField, pageOf, readPage } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { attributeValue } from './attributes.ts'
import { type ListedBox, listBoxes } from './box-list-store.ts'
import { type BoxListQuery, type BoxSort, readBoxQuery, SORT_TEXT_CHARACTERS, sortType } from './box-query.ts'
import { listAttributes } from './box-store.ts'
import { boxRow } from './box-view.ts'
import { type Money, showingIn } from './showing.ts'

/**
 * A page of an operator's boxes with amounts in `money.currency`, at its pinned rate or, without one, at the current rate; with
 * `onSaleOnly`, of active boxes only, whatever the query asks for. Throws a 422 for a filter, sort or cursor that cannot be read, and
 * UNSUPPORTED_CURRENCY.
 */
export function browseBoxes(
  ctx: Context,
  operator: Operator,
  query: BoxListQuery,
  money: Money,
  { onSaleOnly = false }: { onSaleOnly?: boolean } = {},
): Promise<{ boxes: BackendBoxRow[]; cursor: CursorPair }> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const declared = await listAttributes(tx, operator.operatorId)
    const wanted = readBoxQuery(query, declared, onSaleOnly)
    const request = readPage(query, wanted, ctx.limits.pageCount)
    if (request.cursor && !fitsSort(request.cursor.sort, wanted.sort)) {
      throw invalidField('cursor', 'is malformed or belongs to another list')
    }
    const found = await listBoxes(tx, operator.operatorId, wanted, request)
    const { rows, cursor } = pageOf(found, request, (box) => ({ sort: sortValue(box, wanted.sort), id: box.boxId }))
    const showing = await showingIn(ctx, tx, operator, money, { declared, boxes: rows })
    return { boxes: rows.map((box) => boxRow(box, showing)), cursor }
  })
}

function fitsSort(value: unknown, sort: BoxSort | null): boolean {
  const type = sortType(sort)
  return type === null ? value === null : typeof value === type
}

/** What a box is put in order by, as the cursor carries it; the same that the query compares. */
function sortValue(box: ListedBox, sort: BoxSort | null): string | number | boolean | null {
  if (sort === null) return null
  if (sort.by === 'price') return box.version?.priceMinor ?? 0
  const value = sort.by === 'name' ? box.name : attributeValue(sort.by, box.attributes)
  return typeof value === 'string' ? [...value].slice(0, SORT_TEXT_CHARACTERS).join('') : value
}
